#include "CunningAgentComponent.h"

#include "CunningDomainAsset.h"
#include "CunningMind.h"
#include "CunningObjectComponent.h"
#include "CunningPoints.h"
#include "CunningText.h"
#include "CunningWorldSubsystem.h"
#include "Engine/World.h"
#include "EnvironmentQuery/EnvQueryManager.h"
#include "GameFramework/Actor.h"

void UCunningAgentComponent::BeginPlay()
{
	Super::BeginPlay();
	UCunningWorldSubsystem* Subsystem = GetWorld() ? GetWorld()->GetSubsystem<UCunningWorldSubsystem>() : nullptr;
	const TSharedPtr<cunning::game::World> World = Subsystem ? Subsystem->FindOrOpen(Domain) : nullptr;
	if (!World.IsValid())
	{
		const FString Name = GetOwner()->GetName();
		UE_LOG(LogCunning, Error, TEXT("%s: the Cunning Agent has no domain; set its property Domain"), *Name);
		return;
	}
	for (const auto& Sensor : Sensors)
	{
		World->poll_sensor(CunningText::To(Sensor.Key), static_cast<int64>(Sensor.Value * 1e6));
	}
	Mind = MakeShared<FCunningMind>(*this, World);
	// Whichever of the two begins last makes the connection.
	UCunningAgentComponent* Superior = Commander ? Commander->FindComponentByClass<UCunningAgentComponent>() : nullptr;
	if (Superior && Superior->Mind.IsValid())
	{
		Mind->Agent->set_commander(Superior->Mind->Agent);
	}
	for (const std::shared_ptr<cunning::game::Agent>& Known : World->agents())
	{
		const FCunningMind* Other = static_cast<const FCunningMind*>(Known->body());
		if (Other && Other->Owner.Commander == GetOwner())
		{
			Known->set_commander(Mind->Agent);
		}
	}
}

void UCunningAgentComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	Mind.Reset();
	Super::EndPlay(EndPlayReason);
}

bool UCunningAgentComponent::IsAlive() const
{
	return Mind.IsValid() && Mind->Agent->is_alive();
}

bool UCunningAgentComponent::SetBool(const FString& Fact, bool bValue)
{
	return Mind.IsValid() && Mind->Agent->set(CunningText::To(Fact), bValue);
}

bool UCunningAgentComponent::SetInteger(const FString& Fact, int32 Value)
{
	return Mind.IsValid() && Mind->Agent->set(CunningText::To(Fact), Value);
}

bool UCunningAgentComponent::SetName(const FString& Fact, const FString& Value)
{
	const std::string Name = CunningText::To(Value);
	return Mind.IsValid() && Mind->Agent->set(CunningText::To(Fact), std::string_view(Name));
}

bool UCunningAgentComponent::SetAbout(const FString& Fact, AActor* About, bool bValue, float Confidence)
{
	const UCunningObjectComponent* Object = About ? About->FindComponentByClass<UCunningObjectComponent>() : nullptr;
	if (!Mind.IsValid() || !Object)
	{
		return false;
	}
	const cunning::game::KnownObject* Known = Mind->World->find_object(Object->GetId());
	return Known && Mind->Agent->set_about(CunningText::To(Fact), Known->value(), bValue, Confidence);
}

bool UCunningAgentComponent::IsDoing(const FString& Action) const
{
	return Mind.IsValid() && Mind->Agent->is_doing(CunningText::To(Action));
}

FCunningStep UCunningAgentComponent::GetStep() const
{
	return Mind.IsValid() && Mind->Agent->step().is_active() ? Mind->Step() : FCunningStep();
}

bool UCunningAgentComponent::Done()
{
	return Mind.IsValid() && Mind->Agent->done();
}

bool UCunningAgentComponent::Fail()
{
	return Mind.IsValid() && Mind->Agent->fail();
}

bool UCunningAgentComponent::Stopped()
{
	return Mind.IsValid() && Mind->Agent->stopped();
}

bool UCunningAgentComponent::OrderGoal(const FString& Goal, float Bias, bool bIsRigid)
{
	return Mind.IsValid() && Mind->Agent->order(CunningText::To(Goal), Bias, bIsRigid).has_value();
}

bool UCunningAgentComponent::Hold()
{
	return Mind.IsValid() && Mind->Agent->hold(true);
}

bool UCunningAgentComponent::Release()
{
	return Mind.IsValid() && Mind->Agent->hold(false);
}

FCunningSummary UCunningAgentComponent::Summarize() const
{
	FCunningSummary Out;
	cunning::game::Summary Summary;
	if (!Mind.IsValid() || !Mind->Agent->summarize(Summary))
	{
		return Out;
	}
	Out.Goal = CunningText::From(Summary.goal);
	for (const std::string& Step : Summary.plan)
	{
		Out.Plan.Add(CunningText::From(Step));
	}
	Out.Why = CunningText::From(Summary.why);
	return Out;
}

bool UCunningAgentComponent::AnswerCheck_Implementation(const FCunningStep& Question)
{
	return true;
}

void UCunningAgentComponent::OnQueryFinished(TSharedPtr<FEnvQueryResult> Result, uint64 Question, bool bIsPosition)
{
	// The query may end after the agent.
	if (!Mind.IsValid())
	{
		return;
	}
	cunning::game::Reply Reply;
	if (Result.IsValid() && Result->IsSuccessful() && Result->Items.Num() > 0)
	{
		Reply = bIsPosition ? cunning::game::Reply::at(CunningPoints::From(Result->GetItemAsLocation(0)))
							: cunning::game::Reply::of(static_cast<double>(Result->GetItemScore(0)));
	}
	Mind->World->answer(Question, Reply);
}
