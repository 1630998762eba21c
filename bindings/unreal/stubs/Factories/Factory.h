// Stand-in for Factories/Factory.h.

#pragma once

#include "UObject/Object.h"

class FFeedbackContext;

class UFactory : public UObject
{
public:
	static UClass* StaticClass()
	{
		static UClass Class("UFactory", UObject::StaticClass());
		return &Class;
	}
	virtual bool FactoryCanImport(const FString&) { return false; }
	virtual UObject* FactoryCreateText(UClass*, UObject*, FName, EObjectFlags, UObject*, const TCHAR*, const TCHAR*&, const TCHAR*, FFeedbackContext*)
	{
		return nullptr;
	}
	static FString GetCurrentFilename() { return StubFilename; }

	UClass* SupportedClass = nullptr;
	bool bCreateNew = true;
	bool bEditorImport = false;
	bool bText = false;
	TArray<FString> Formats;
	int32 ImportPriority = 100;
	static inline FString StubFilename;
};
