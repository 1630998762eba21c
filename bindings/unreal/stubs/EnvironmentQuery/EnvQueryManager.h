// Stand-in for EnvironmentQuery/EnvQueryManager.h, EnvQueryTypes.h and EnvQuery.h.

#pragma once

#include "UObject/Object.h"

class UEnvQuery : public UObject
{
public:
	FVector StubLocation;
	float StubScore = 0;
	bool StubSucceeds = true;
};

namespace EEnvQueryRunMode
{
	enum Type { SingleResult, RandomBest5Pct, RandomBest25Pct, AllMatching };
}

struct FEnvQueryItem
{
	float Score = 0;
};

struct FEnvQueryResult
{
	TArray<FEnvQueryItem> Items;
	bool IsSuccessful() const { return StubSucceeds; }
	FVector GetItemAsLocation(int32) const { return StubLocation; }
	float GetItemScore(int32 Index) const { return Items[Index].Score; }

	bool StubSucceeds = true;
	FVector StubLocation;
};

// The engine declares it with DECLARE_DELEGATE_OneParam.
class FQueryFinishedSignature
{
public:
	template <class T, class... Payload>
	static FQueryFinishedSignature CreateUObject(T* Object, void (T::*Method)(TSharedPtr<FEnvQueryResult>, Payload...), std::decay_t<Payload>... Values)
	{
		FQueryFinishedSignature Delegate;
		Delegate.StubCall = [=](TSharedPtr<FEnvQueryResult> Result) { (Object->*Method)(Result, Values...); };
		return Delegate;
	}
	std::function<void(TSharedPtr<FEnvQueryResult>)> StubCall;
};

/** Queries that run. They end when the test says so. */
std::vector<std::function<void()>>& StubQueries();

struct FEnvQueryRequest
{
	FEnvQueryRequest(const UEnvQuery* Query, UObject*) : StubQuery(Query) {}
	int32 Execute(EEnvQueryRunMode::Type, const FQueryFinishedSignature& FinishDelegate)
	{
		if (!StubQuery) return INDEX_NONE;
		StubQueries().push_back([Query = StubQuery, FinishDelegate] {
			TSharedPtr<FEnvQueryResult> Result = MakeShared<FEnvQueryResult>();
			Result->StubSucceeds = Query->StubSucceeds;
			Result->StubLocation = Query->StubLocation;
			Result->Items.AddDefaulted_GetRef().Score = Query->StubScore;
			FinishDelegate.StubCall(Result);
		});
		return static_cast<int32>(StubQueries().size());
	}

private:
	const UEnvQuery* StubQuery;
};
