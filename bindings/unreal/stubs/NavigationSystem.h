// Stand-in for NavigationSystem.h.

#pragma once

#include "UObject/Object.h"

// AI/Navigation/NavigationTypes.h
namespace ENavigationQueryResult
{
	enum Type { Invalid, Error, Fail, Success };
}

class UNavigationSystemV1 : public UObject
{
public:
	static ENavigationQueryResult::Type GetPathLength(UObject*, const FVector& PathStart, const FVector& PathEnd, double& PathLength)
	{
		PathLength = FVector::Dist(PathStart, PathEnd);
		return ENavigationQueryResult::Success;
	}
};
