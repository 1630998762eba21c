// The body of an agent: passes what the agent wants to its component.

#pragma once

#include "CunningTypes.h"
#include "Game/World.h"

class UCunningAgentComponent;

struct FCunningMind final : public cunning::game::Body
{
	FCunningMind(UCunningAgentComponent& InOwner, const TSharedPtr<cunning::game::World>& InWorld);
	~FCunningMind() override;

	/** The step for Blueprints. */
	FCunningStep Step() const;

	UCunningAgentComponent& Owner;
	TSharedPtr<cunning::game::World> World;
	std::shared_ptr<cunning::game::Agent> Agent;

	void step_started(cunning::game::Agent& agent) override;
	void step_stopped(cunning::game::Agent& agent, std::uint32_t reason) override;
	void sense(cunning::game::Agent& agent, std::string_view sensor) override;
	bool check_asked(cunning::game::Agent& agent, const cunning::game::Question& question) override;
	cunning::game::Reply answer(cunning::game::Agent& agent, const cunning::game::Question& question) override;
	void went_idle(cunning::game::Agent& agent, std::uint32_t reason) override;
	void order_changed(cunning::game::Agent& agent, std::uint64_t order, std::uint32_t state) override;
	bool position(cunning::Point& out) const override;

private:
	void Describe(cunning::Span<const cunning::Value> Arguments, FCunningStep& Out) const;
	bool IsClear(const cunning::game::Question& question, const FVector& From, const FVector& To) const;
};
