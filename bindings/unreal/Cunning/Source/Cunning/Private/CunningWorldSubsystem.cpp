#include "CunningWorldSubsystem.h"

#include "CunningDomainAsset.h"
#include "CunningText.h"
#include "CunningTypes.h"
#include "Game/TickClock.h"
#include "Game/World.h"

struct FCunningClock
{
	cunning::game::TickClock Ticks;
};

namespace
{
	cunning::game::Texts TextsOf(const UCunningDomainAsset& Domain)
	{
		cunning::game::Texts Texts;
		for (const FCunningSource& Source : Domain.Sources)
		{
			Texts.emplace_back(CunningText::To(Source.Name), CunningText::To(Source.Text));
		}
		return Texts;
	}

	void LogMistake(std::string_view Message, std::string_view About)
	{
		const FString Text = CunningText::From(Message);
		const FString Of = CunningText::From(About);
		UE_LOG(LogCunning, Error, TEXT("%s: %s"), *Of, *Text);
	}
}

void UCunningWorldSubsystem::Deinitialize()
{
	// Components may keep a world for a moment longer; it must not act any more.
	for (const TSharedPtr<cunning::game::World>& World : Worlds)
	{
		World->close();
	}
	Domains.Reset();
	Worlds.Reset();
	Revisions.Reset();
	Super::Deinitialize();
}

void UCunningWorldSubsystem::Tick(float DeltaTime)
{
	Super::Tick(DeltaTime);
	if (!Clock.IsValid())
	{
		Clock = MakeShared<FCunningClock>();
	}
	for (int32 Index = 0; Index < Worlds.Num(); Index++)
	{
		if (Domains[Index] && Domains[Index]->GetRevision() != Revisions[Index])
		{
			Revisions[Index] = Domains[Index]->GetRevision();
			Worlds[Index]->reload(TextsOf(*Domains[Index]));
		}
	}
	for (int32 Due = Clock->Ticks.advance(DeltaTime); Due > 0; Due--)
	{
		// A step may spawn an agent of another domain, so the list may grow.
		for (int32 Index = 0; Index < Worlds.Num(); Index++)
		{
			const TSharedPtr<cunning::game::World> World = Worlds[Index];
			World->tick(Clock->Ticks.interval_us(), static_cast<uint64>(FMath::Max(1, Budget)));
		}
	}
}

TStatId UCunningWorldSubsystem::GetStatId() const
{
	RETURN_QUICK_DECLARE_CYCLE_STAT(UCunningWorldSubsystem, STATGROUP_Tickables);
}

bool UCunningWorldSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::PIE;
}

void UCunningWorldSubsystem::SetTicksPerSecond(int32 TicksPerSecond)
{
	Clock = MakeShared<FCunningClock>();
	Clock->Ticks = cunning::game::TickClock(1000000 / FMath::Max(1, TicksPerSecond));
}

void UCunningWorldSubsystem::SetBudget(int32 Units)
{
	Budget = Units;
}

FString UCunningWorldSubsystem::AttachToStudio(UCunningDomainAsset* Domain)
{
	const TSharedPtr<cunning::game::World> World = FindOrOpen(Domain);
	return World.IsValid() ? CunningText::From(World->attach()) : FString();
}

TSharedPtr<cunning::game::World> UCunningWorldSubsystem::FindOrOpen(UCunningDomainAsset* Domain)
{
	if (!Domain)
	{
		return nullptr;
	}
	for (int32 Index = 0; Index < Domains.Num(); Index++)
	{
		if (Domains[Index] == Domain)
		{
			return Worlds[Index];
		}
	}
	const TSharedPtr<cunning::game::World> World = MakeShared<cunning::game::World>(&LogMistake);
	World->open(TextsOf(*Domain));
	Domains.Add(Domain);
	Worlds.Add(World);
	Revisions.Add(Domain->GetRevision());
	return World;
}
