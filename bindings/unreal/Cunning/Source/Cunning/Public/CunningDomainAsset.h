// A domain file as an asset.

#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "CunningDomainAsset.generated.h"

/** A text of a domain. */
USTRUCT()
struct CUNNING_API FCunningSource
{
	GENERATED_BODY()

	UPROPERTY(VisibleAnywhere, Category = "Cunning")
	FString Name;

	UPROPERTY(VisibleAnywhere, Category = "Cunning", meta = (MultiLine = "true"))
	FString Text;
};

/** A domain file as an asset: its text and the texts of the files that it includes. Import a .toml file to create one. */
UCLASS(BlueprintType)
class CUNNING_API UCunningDomainAsset : public UObject
{
	GENERATED_BODY()

public:
	/** The texts: the domain first, then what it includes. */
	UPROPERTY(VisibleAnywhere, Category = "Cunning")
	TArray<FCunningSource> Sources;

	/** The mistakes that were found when the file was imported; empty if there are none. */
	UPROPERTY(VisibleAnywhere, Category = "Cunning", meta = (MultiLine = "true"))
	FString Mistakes;

#if WITH_EDITORONLY_DATA
	/** The file that the asset was imported from. */
	UPROPERTY(VisibleAnywhere, Instanced, Category = "Cunning")
	TObjectPtr<class UAssetImportData> AssetImportData;
#endif

	/** Replaces the texts by those of a file and checks them. Files that it includes are read from its folder. */
	void SetText(const FString& FileName, const FString& Text);

	/** Counts the changes of the texts; running games reload the domain when it has changed. */
	int32 GetRevision() const { return Revision; }

private:
	int32 Revision = 0;
};
