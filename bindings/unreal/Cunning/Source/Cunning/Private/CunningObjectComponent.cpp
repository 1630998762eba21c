#include "CunningObjectComponent.h"

#include "CunningPoints.h"
#include "CunningText.h"
#include "CunningWorldSubsystem.h"
#include "Engine/World.h"
#include "Game/World.h"
#include "GameFramework/Actor.h"

void UCunningObjectComponent::BeginPlay()
{
	Super::BeginPlay();
	UCunningWorldSubsystem* Subsystem = GetWorld() ? GetWorld()->GetSubsystem<UCunningWorldSubsystem>() : nullptr;
	World = Subsystem ? Subsystem->FindOrOpen(Domain) : nullptr;
	if (!World.IsValid())
	{
		return;
	}
	cunning::game::KnownObject Object;
	Object.type = CunningText::To(Type);
	Object.name = ObjectName.IsEmpty() ? CunningText::To(GetOwner()->GetName()) : CunningText::To(ObjectName);
	Object.owner = GetOwner();
	Object.position = [this](cunning::Point& Out)
	{
		Out = CunningPoints::From(GetOwner()->GetActorLocation());
		return true;
	};
	Id = World->add_object(Object);
}

void UCunningObjectComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	if (World.IsValid())
	{
		World->remove_object(Id);
	}
	World.Reset();
	Id = 0;
	Super::EndPlay(EndPlayReason);
}
