// Positions of the engine as positions of agents and back. Both have X and Y as the ground.

#pragma once

#include "CoreMinimal.h"
#include "Game/Api.h"

#include <cmath>

namespace CunningPoints
{
	inline cunning::Point From(const FVector& Vector)
	{
		return {std::llround(Vector.X * 1e6), std::llround(Vector.Y * 1e6), std::llround(Vector.Z * 1e6)};
	}

	inline FVector To(const cunning::Point& Point)
	{
		return FVector(static_cast<double>(Point.x) / 1e6, static_cast<double>(Point.y) / 1e6, static_cast<double>(Point.z) / 1e6);
	}
}
