// Stand-in for EditorReimportHandler.h.

#pragma once

#include "UObject/Object.h"

namespace EReimportResult
{
	enum Type { Failed, Succeeded, Cancelled };
}

class FReimportHandler
{
public:
	virtual ~FReimportHandler() = default;
	virtual bool CanReimport(UObject* Obj, TArray<FString>& OutFilenames) = 0;
	virtual void SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths) = 0;
	virtual EReimportResult::Type Reimport(UObject* Obj) = 0;
	virtual int32 GetPriority() const { return 0; }
};
