// Plays the plugin with the stand-ins for Unreal Engine: a guard rings the bell, a squad obeys, a query is answered.

#include "CunningAgentComponent.h"
#include "CunningDomainAsset.h"
#include "CunningDomainFactory.h"
#include "CunningObjectComponent.h"
#include "CunningWorldSubsystem.h"
#include "EditorFramework/AssetImportData.h"
#include "Engine/World.h"
#include "EnvironmentQuery/EnvQueryManager.h"
#include "GameplayDebugger.h"
#include "Guard.h"
#include "Misc/FeedbackContext.h"
#include "Misc/FileHelper.h"
#include "Modules/ModuleManager.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

IModuleInterface& StubModuleCunning();

namespace
{
	void Fail(int Line, const char* What)
	{
		std::printf("FAILED Engine.cpp:%d: %s\n", Line, What);
		for (const std::string& Logged : StubLogged()) std::printf("  %s\n", Logged.c_str());
		std::exit(1);
	}

#define EXPECT(condition) \
	if (!(condition)) Fail(__LINE__, #condition)

	std::vector<std::string> Lines(std::initializer_list<const char*> Texts)
	{
		return std::vector<std::string>(Texts.begin(), Texts.end());
	}

	/** Imports a file as the editor does. */
	UCunningDomainAsset* Import(const std::string& File)
	{
		UCunningDomainFactory* Factory = NewObject<UCunningDomainFactory>(nullptr);
		const FString Filename(StubFromUtf8(File.c_str()).c_str());
		EXPECT(Factory->FactoryCanImport(Filename));
		FString Text;
		EXPECT(FFileHelper::LoadFileToString(Text, *Filename));
		UFactory::StubFilename = Filename;
		const TCHAR* Buffer = *Text;
		const TCHAR* End = Buffer + std::char_traits<TCHAR>::length(Buffer);
		FFeedbackContext Warn;
		UObject* Asset = Factory->FactoryCreateText(UCunningDomainAsset::StaticClass(), nullptr, FName(), RF_NoFlags, nullptr,
			TEXT("toml"), Buffer, End, &Warn);
		return Cast<UCunningDomainAsset>(Asset);
	}

	UCunningDomainAsset* FromText(const TCHAR* Text)
	{
		UCunningDomainAsset* Domain = NewObject<UCunningDomainAsset>(nullptr);
		Domain->SetText(TEXT("test.toml"), Text);
		EXPECT(Domain->Mistakes.IsEmpty());
		return Domain;
	}

	void AddPlace(UWorld& World, UCunningDomainAsset* Domain, const TCHAR* Name, const FVector& Location)
	{
		World.StubSpawn<AActor>(Name, Location, [&](AActor& Place) {
			UCunningObjectComponent* Object = Place.CreateDefaultSubobject<UCunningObjectComponent>(TEXT("Object"));
			Object->Domain = Domain;
			Object->Type = TEXT("place");
		});
	}

	AActor* AddAgent(UWorld& World, UCunningDomainAsset* Domain, const TCHAR* Name, const TCHAR* Archetype, AActor* Commander)
	{
		return World.StubSpawn<AActor>(Name, FVector(), [&](AActor& Actor) {
			UCunningAgentComponent* Agent = Actor.CreateDefaultSubobject<UCunningAgentComponent>(TEXT("Agent"));
			Agent->Domain = Domain;
			Agent->Archetype = Archetype;
			Agent->Commander = Commander;
		});
	}

	std::string Samples;

	void GuardRingsTheBellWhenTheThiefArrives()
	{
		UCunningDomainAsset* Domain = Import(Samples + "/guard.toml");
		// Two sessions: play in the editor starts the same assets again.
		for (int Session = 0; Session < 2; Session++)
		{
			StubLogged().clear();
			UWorld* World = NewObject<UWorld>(nullptr);
			AddPlace(*World, Domain, TEXT("gate"), FVector(0, 0, 0));
			AddPlace(*World, Domain, TEXT("yard"), FVector(500, 0, 0));
			AddPlace(*World, Domain, TEXT("bell"), FVector(500, 600, 0));
			AActor* Thief = World->StubSpawn<AActor>(TEXT("thief"), FVector(9000, 0, 0));
			AGuard* Guard = World->StubSpawn<AGuard>(TEXT("guard"), FVector(), [&](AGuard& Actor) {
				Actor.Agent->Domain = Domain;
				Actor.Thief = Thief;
			});
			World->StubPlay(100, 0.02f);
			EXPECT(StubLogged().empty() && Guard->Agent->IsAlive());
			Thief->SetActorLocation(FVector(800, 0, 0));
			World->StubPlay(40, 0.02f);
			EXPECT(Guard->Agent->IsDoing(TEXT("go")));
			const FCunningSummary Summary = Guard->Agent->Summarize();
			EXPECT(Summary.Goal == TEXT("raise_alarm") && Summary.Plan.Num() == 2 && Summary.Plan[0] == TEXT("go(bell)"));
			// The debugger shows the same.
			EXPECT(IGameplayDebugger::Get().StubCategories.size() == 1);
			const TSharedRef<FGameplayDebuggerCategory> Category = IGameplayDebugger::Get().StubCategories[0].StubFunction();
			Category->CollectData(nullptr, Guard);
			EXPECT(Category->StubLines.size() == 4 && Category->StubLines[1] == "{yellow}step: {white}go(bell)");
			World->StubPlay(200, 0.02f);
			EXPECT(StubLogged() == Lines({"Display: Ding dong: guard rings the bell."}));
			std::printf("session %d: %s\n", Session + 1, StubLogged()[0].c_str());
			World->StubEnd();
			EXPECT(!Guard->Agent->IsAlive() && !Guard->Agent->Done() && !Guard->Agent->SetBool(TEXT("alarm"), true));
			EXPECT(Guard->Agent->GetStep().Action.IsEmpty());
		}
	}

	void ReimportedFileIsReloadedWhileTheGamePlays()
	{
		const std::string File = std::string(std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp") + "/cunning-reimport.toml";
		const char* Before = "facts.up = 'bool'\naction.rise = { then = ['up'] }\ngoal.stand = { want = ['up'], relevance = 0 }\n"
							 "agent.man = { actions = ['rise'], goals = { stand = 1 } }\n";
		std::ofstream(File) << Before;
		UCunningDomainAsset* Domain = Import(File);
		UWorld* World = NewObject<UWorld>(nullptr);
		AActor* Man = AddAgent(*World, Domain, TEXT("man"), TEXT("man"), nullptr);
		const UCunningAgentComponent* Agent = Man->FindComponentByClass<UCunningAgentComponent>();
		World->StubPlay(20, 0.05f);
		EXPECT(!Agent->IsDoing(TEXT("rise")));
		std::string After(Before);
		After.replace(After.find("relevance = 0"), 13, "relevance = 1");
		std::ofstream(File) << After;
		UCunningDomainFactory* Factory = NewObject<UCunningDomainFactory>(nullptr);
		TArray<FString> Filenames;
		EXPECT(Factory->CanReimport(Domain, Filenames) && Filenames.Num() == 1 && Factory->GetPriority() > 0);
		EXPECT(Factory->Reimport(Domain) == EReimportResult::Succeeded);
		World->StubPlay(20, 0.05f);
		EXPECT(Agent->IsDoing(TEXT("rise")));
		// A file with mistakes: the game goes on with the old version.
		StubLogged().clear();
		std::ofstream(File) << "goal.stand = { want = ['upp'] }\n";
		EXPECT(Factory->Reimport(Domain) == EReimportResult::Succeeded && !Domain->Mistakes.IsEmpty());
		World->StubPlay(5, 0.05f);
		EXPECT(Agent->IsDoing(TEXT("rise")) && StubLogged().size() >= 1);
		std::remove(File.c_str());
		EXPECT(Factory->Reimport(Domain) == EReimportResult::Failed && !Factory->CanReimport(Man, Filenames));
		World->StubEnd();
		StubLogged().clear();
	}

	/** Reports every step as done at once. */
	class UEager : public UObject
	{
	public:
		void Start(const FCunningStep& Step)
		{
			StubLogged().push_back(StubToUtf8(*Step.Action) + (Step.bIsCommand ? " by orders" : ""));
			Agent->Done();
		}
		void Order(ECunningOrderState State) { StubLogged().push_back("order " + std::to_string(static_cast<int>(State))); }
		UCunningAgentComponent* Agent = nullptr;
	};

	void SquadObeysItsOfficer()
	{
		UCunningDomainAsset* Domain = FromText(TEXT(R"toml(
facts = { taken = "bool", fired = "bool" }
action.fire = { then = ["fired"] }
action.assault = { then = ["taken"], orders = [{ to = "all", goal = "suppress", bias = 1 }], done = { need = "all" } }
goal.take_hill = { want = ["taken"] }
goal.suppress = { want = ["fired"], relevance = [{ score = 0 }] }
agent.rifleman = { actions = ["fire"], goals = { suppress = 1 } }
agent.officer = { actions = ["assault"], goals = { take_hill = 1 } }
)toml"));
		for (const bool IsOfficerFirst : {true, false})
		{
			UWorld* World = NewObject<UWorld>(nullptr);
			AActor* Officer = nullptr;
			std::vector<AActor*> Actors;
			if (IsOfficerFirst)
			{
				Officer = AddAgent(*World, Domain, TEXT("officer"), TEXT("officer"), nullptr);
				Actors = {Officer, AddAgent(*World, Domain, TEXT("rifleman"), TEXT("rifleman"), Officer)};
			}
			else
			{
				// The officer begins last: the connection is made then.
				Officer = NewObject<AActor>(World);
				AActor* Rifleman = AddAgent(*World, Domain, TEXT("rifleman"), TEXT("rifleman"), Officer);
				UCunningAgentComponent* Agent = Officer->CreateDefaultSubobject<UCunningAgentComponent>(TEXT("Agent"));
				Agent->Domain = Domain;
				Agent->Archetype = TEXT("officer");
				World->StubActors.push_back(Officer);
				Officer->BeginPlay();
				Actors = {Officer, Rifleman};
			}
			UEager Eager[2];
			for (std::size_t At = 0; At < 2; At++)
			{
				Eager[At].Agent = Actors[At]->FindComponentByClass<UCunningAgentComponent>();
				Eager[At].Agent->OnStepStarted.AddDynamic(&Eager[At], &UEager::Start);
				Eager[At].Agent->OnOrderChanged.AddDynamic(&Eager[At], &UEager::Order);
			}
			World->StubPlay(20, 0.1f);
			EXPECT(StubLogged() == Lines({"assault by orders", "fire"}));
			// Orders of the player are reported.
			EXPECT(Eager[1].Agent->OrderGoal(TEXT("suppress"), 1.0f, true));
			World->StubPlay(5, 0.1f);
			EXPECT(StubLogged().back() == "order 1");
			Actors[1]->Destroy();
			World->StubPlay(5, 0.1f);
			EXPECT(!Eager[1].Agent->IsAlive());
			World->StubEnd();
			StubLogged().clear();
		}
	}

	void EnvironmentQueryAnswersAQuestion()
	{
		UCunningDomainAsset* Domain = FromText(TEXT(R"toml(
types = { spot = ["rock", "tree"] }
facts = { hidden = "bool", near = { type = "bool", of = ["spot"], default = true } }
query.best = { from = "spot", where = ["near[c]"], score = "shade(self, c)", take = 1 }
action.hide = { params = { s = "query.best" }, then = ["hidden"] }
goal.hide = { want = ["hidden"] }
agent.thief = { actions = ["hide"], goals = { hide = 1 } }
)toml"));
		for (const bool Succeeds : {false, true})
		{
			UWorld* World = NewObject<UWorld>(nullptr);
			UEnvQuery* Query = NewObject<UEnvQuery>(nullptr);
			Query->StubSucceeds = Succeeds;
			Query->StubScore = 0.7f;
			AActor* Actor = World->StubSpawn<AActor>(TEXT("thief"), FVector(), [&](AActor& Thief) {
				UCunningAgentComponent* Agent = Thief.CreateDefaultSubobject<UCunningAgentComponent>(TEXT("Agent"));
				Agent->Domain = Domain;
				Agent->Archetype = TEXT("thief");
				Agent->EnvironmentQueries.Add(TEXT("shade"), Query);
			});
			const UCunningAgentComponent* Agent = Actor->FindComponentByClass<UCunningAgentComponent>();
			World->StubPlay(10, 0.1f);
			EXPECT(StubQueries().size() >= 1 && !Agent->IsDoing(TEXT("hide")));
			for (int Round = 0; Round < 5; Round++)
			{
				const std::vector<std::function<void()>> Running = StubQueries();
				StubQueries().clear();
				for (const std::function<void()>& End : Running) End();
				World->StubPlay(5, 0.1f);
			}
			EXPECT(Agent->IsDoing(TEXT("hide")) == Succeeds);
			World->StubEnd();
			// A query that ends after the game has no effect.
			for (const std::function<void()>& End : StubQueries()) End();
			StubQueries().clear();
		}
		EXPECT(StubLogged().empty());
	}

	void ActorMayDestroyItselfDuringAStep()
	{
		class USelfDestroyer : public UObject
		{
		public:
			void Start(const FCunningStep&) { Actor->Destroy(); }
			AActor* Actor = nullptr;
		};
		UCunningDomainAsset* Domain = Import(Samples + "/guard.toml");
		UWorld* World = NewObject<UWorld>(nullptr);
		AActor* Guard = AddAgent(*World, Domain, TEXT("guard"), TEXT("guard"), nullptr);
		UCunningAgentComponent* Agent = Guard->FindComponentByClass<UCunningAgentComponent>();
		USelfDestroyer Handler;
		Handler.Actor = Guard;
		Agent->OnStepStarted.AddDynamic(&Handler, &USelfDestroyer::Start);
		EXPECT(Agent->SetBool(TEXT("sees_thief"), true));
		World->StubPlay(10, 0.1f);
		EXPECT(!Agent->IsAlive() && StubLogged().empty());
		World->StubEnd();
	}

	void MistakesAreLoggedOnceWithASuggestion()
	{
		UCunningDomainAsset* Domain = Import(Samples + "/guard.toml");
		UWorld* World = NewObject<UWorld>(nullptr);
		AActor* Guard = AddAgent(*World, Domain, TEXT("guard"), TEXT("guard"), nullptr);
		UCunningAgentComponent* Agent = Guard->FindComponentByClass<UCunningAgentComponent>();
		for (int Try = 0; Try < 3; Try++) EXPECT(!Agent->SetBool(TEXT("sees_thef"), true));
		EXPECT(StubLogged().size() == 1 && StubLogged()[0].find("did you mean `sees_thief`?") != std::string::npos);
		AddAgent(*World, nullptr, TEXT("stray"), TEXT("guard"), nullptr);
		EXPECT(StubLogged().size() == 2 && StubLogged()[1].find("set its property Domain") != std::string::npos);
		EXPECT(!Agent->SetAbout(TEXT("sees_thief"), nullptr, true) && Agent->SetName(TEXT("at"), TEXT("bell")));
		World->StubEnd();
		StubLogged().clear();
	}
}

int main(int Count, char** Arguments)
{
	Samples = Count > 1 ? Arguments[1] : "samples";
	StubModuleCunning().StartupModule();
	void (*const Tests[])() = {
		GuardRingsTheBellWhenTheThiefArrives,
		ReimportedFileIsReloadedWhileTheGamePlays,
		SquadObeysItsOfficer,
		EnvironmentQueryAnswersAQuestion,
		ActorMayDestroyItselfDuringAStep,
		MistakesAreLoggedOnceWithASuggestion,
	};
	for (const auto Test : Tests) Test();
	StubModuleCunning().ShutdownModule();
	std::printf("%zu tests passed\n", std::size(Tests));
	return 0;
}
