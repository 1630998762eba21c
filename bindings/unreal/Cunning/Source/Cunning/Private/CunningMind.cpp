#include "CunningMind.h"

#include "CunningAgentComponent.h"
#include "CunningPoints.h"
#include "CunningText.h"
#include "Engine/World.h"
#include "EnvironmentQuery/EnvQueryManager.h"
#include "GameFramework/Actor.h"
#include "NavigationSystem.h"

using cunning::game::Question;
using cunning::game::Reply;

FCunningMind::FCunningMind(UCunningAgentComponent& InOwner, const TSharedPtr<cunning::game::World>& InWorld)
	: Owner(InOwner), World(InWorld)
{
	Agent = World->add(CunningText::To(Owner.Archetype), CunningText::To(Owner.GetOwner()->GetName()), this,
		static_cast<uint64>(Owner.Seed));
	Agent->winds_down = Owner.bWindsDown;
}

FCunningMind::~FCunningMind()
{
	World->remove(Agent);
}

void FCunningMind::Describe(cunning::Span<const cunning::Value> Arguments, FCunningStep& Out) const
{
	for (const cunning::Value& Argument : Arguments)
	{
		const cunning::game::KnownObject* Object = World->find(Argument);
		Out.Arguments.Add(CunningText::From(World->name_of(Argument)));
		// Owners of objects are actors: see UCunningObjectComponent.
		Out.Targets.Add(Object ? static_cast<AActor*>(const_cast<void*>(Object->owner)) : nullptr);
	}
}

FCunningStep FCunningMind::Step() const
{
	FCunningStep Out;
	const cunning::game::Step& Current = Agent->step();
	Out.Action = CunningText::From(Current.action);
	Out.bIsResumed = Current.is_resumed;
	Out.bIsCommand = Current.is_command;
	Describe({Current.args.data(), Current.args.size()}, Out);
	return Out;
}

void FCunningMind::step_started(cunning::game::Agent&)
{
	Owner.OnStepStarted.Broadcast(Step());
}

void FCunningMind::step_stopped(cunning::game::Agent&, std::uint32_t reason)
{
	Owner.OnStepStopped.Broadcast(Step(), static_cast<ECunningStopReason>(reason));
}

void FCunningMind::sense(cunning::game::Agent&, std::string_view sensor)
{
	Owner.OnSensorDue.Broadcast(CunningText::From(sensor));
}

bool FCunningMind::check_asked(cunning::game::Agent&, const Question& question)
{
	FCunningStep Out;
	Out.Action = CunningText::From(question.name);
	Describe(question.args, Out);
	return Owner.AnswerCheck(Out);
}

Reply FCunningMind::answer(cunning::game::Agent&, const Question& question)
{
	if (const TObjectPtr<UEnvQuery>* Query = Owner.EnvironmentQueries.Find(CunningText::From(question.name)))
	{
		FEnvQueryRequest Request(*Query, Owner.GetOwner());
		const int32 Id = Request.Execute(EEnvQueryRunMode::SingleResult,
			FQueryFinishedSignature::CreateUObject(&Owner, &UCunningAgentComponent::OnQueryFinished,
				static_cast<uint64>(question.id), question.name == "position"));
		return Id == INDEX_NONE ? Reply() : Reply::later();
	}
	cunning::Point From = {0, 0, 0};
	cunning::Point To = {0, 0, 0};
	if (question.args.size() != 2 || !World->position(question.args[0], From) || !World->position(question.args[1], To))
	{
		return Reply();
	}
	const FVector Start = CunningPoints::To(From);
	const FVector End = CunningPoints::To(To);
	if (question.name == "path")
	{
		double Length = 0;
		const ENavigationQueryResult::Type Result =
			UNavigationSystemV1::GetPathLength(Owner.GetWorld(), Start, End, Length);
		return Result == ENavigationQueryResult::Success ? Reply::of(Length) : Reply();
	}
	if (question.name == "sees")
	{
		return Reply::of(IsClear(question, Start, End));
	}
	if (question.name == "hides")
	{
		return Reply::of(!IsClear(question, Start, End));
	}
	return Reply();
}

bool FCunningMind::IsClear(const Question& question, const FVector& From, const FVector& To) const
{
	FCunningStep Ends;
	Describe(question.args, Ends);
	FCollisionQueryParams Params;
	Params.AddIgnoredActor(Owner.GetOwner());
	for (const TObjectPtr<AActor>& End : Ends.Targets)
	{
		if (End)
		{
			Params.AddIgnoredActor(End);
		}
	}
	FHitResult Hit;
	return !Owner.GetWorld()->LineTraceSingleByChannel(Hit, From, To, ECC_Visibility, Params);
}

void FCunningMind::went_idle(cunning::game::Agent&, std::uint32_t reason)
{
	Owner.OnWentIdle.Broadcast(static_cast<ECunningIdleReason>(reason));
}

void FCunningMind::order_changed(cunning::game::Agent&, std::uint64_t, std::uint32_t state)
{
	Owner.OnOrderChanged.Broadcast(static_cast<ECunningOrderState>(state));
}

bool FCunningMind::position(cunning::Point& out) const
{
	out = CunningPoints::From(Owner.GetOwner()->GetActorLocation());
	return true;
}
