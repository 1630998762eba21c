// Stand-in for CoreMinimal.h. Comments name the engine's header of each declaration.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// HAL/Platform.h
using int32 = std::int32_t;
using int64 = std::int64_t;
using uint8 = std::uint8_t;
using uint64 = std::uint64_t;
using TCHAR = char16_t;
#define TEXT(text) u##text
// Misc/CoreMiscDefines.h
enum { INDEX_NONE = -1 };
// Misc/AssertionMacros.h: macros whose names the library also uses.
#define check(expression) \
	do                    \
	{                     \
		if (!(expression)) StubFail(#expression); \
	} while (false)
[[noreturn]] inline void StubFail(const char*) { std::abort(); }

// UObject/ObjectMacros.h: the Unreal Header Tool reads these.
#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define BODY_MACRO_COMBINE_INNER(A, B, C, D) A##B##C##D
#define BODY_MACRO_COMBINE(A, B, C, D) BODY_MACRO_COMBINE_INNER(A, B, C, D)
#define GENERATED_BODY(...) BODY_MACRO_COMBINE(CURRENT_FILE_ID, _, __LINE__, _GENERATED_BODY)
// The build tool defines these for each module.
#define CUNNING_API

// Containers/StringConv.h
std::string StubToUtf8(const TCHAR* Text);
std::u16string StubFromUtf8(const char* Text);
#define TCHAR_TO_UTF8(Text) StubToUtf8(Text).c_str()
#define UTF8_TO_TCHAR(Text) StubFromUtf8(Text).c_str()

// Containers/UnrealString.h
class FString
{
public:
	FString() = default;
	FString(const TCHAR* Text) : Characters(Text ? Text : u"") {}
	FString(int32 Count, const TCHAR* Text) : Characters(Text, static_cast<std::size_t>(Count)) {}
	const TCHAR* operator*() const { return Characters.c_str(); }
	bool IsEmpty() const { return Characters.empty(); }
	FString operator+(const FString& Other) const { return FString((Characters + Other.Characters).c_str()); }
	/** Ignores the case of ASCII letters, as the engine's operator does. */
	bool operator==(const FString& Other) const
	{
		return std::equal(Characters.begin(), Characters.end(), Other.Characters.begin(), Other.Characters.end(),
			[](TCHAR A, TCHAR B) { return StubLower(A) == StubLower(B); });
	}
	bool operator==(const TCHAR* Other) const { return *this == FString(Other); }

private:
	static TCHAR StubLower(TCHAR C) { return C >= u'A' && C <= u'Z' ? static_cast<TCHAR>(C + 32) : C; }
	std::u16string Characters;
};

// UObject/NameTypes.h
class FName
{
public:
	FName() = default;
	FName(const TCHAR* Text) : Characters(Text) {}

private:
	FString Characters;
};

// Containers/Array.h
template <class T>
class TArray
{
public:
	int32 Num() const { return static_cast<int32>(Items.size()); }
	int32 Add(const T& Item)
	{
		Items.push_back(Item);
		return Num() - 1;
	}
	T& AddDefaulted_GetRef() { return Items.emplace_back(); }
	void Reset() { Items.clear(); }
	T& operator[](int32 At) { return Items.at(static_cast<std::size_t>(At)); }
	const T& operator[](int32 At) const { return Items.at(static_cast<std::size_t>(At)); }
	auto begin() { return Items.begin(); }
	auto end() { return Items.end(); }
	auto begin() const { return Items.begin(); }
	auto end() const { return Items.end(); }

private:
	std::vector<T> Items;
};

// Containers/Map.h
template <class KeyType, class ValueType>
class TMap
{
public:
	struct StubPair
	{
		KeyType Key;
		ValueType Value;
	};
	ValueType& Add(const KeyType& Key, const ValueType& Value) { return Pairs.emplace_back(StubPair{Key, Value}).Value; }
	const ValueType* Find(const KeyType& Key) const
	{
		for (const StubPair& Pair : Pairs)
		{
			if (Pair.Key == Key) return &Pair.Value;
		}
		return nullptr;
	}
	auto begin() const { return Pairs.begin(); }
	auto end() const { return Pairs.end(); }

private:
	std::vector<StubPair> Pairs;
};

// Templates/SharedPointer.h
template <class T>
class TSharedPtr
{
public:
	TSharedPtr() = default;
	TSharedPtr(std::nullptr_t) {}
	template <class U>
	TSharedPtr(std::shared_ptr<U> Other) : Pointer(std::move(Other)) {}
	bool IsValid() const { return Pointer != nullptr; }
	void Reset() { Pointer.reset(); }
	T* operator->() const { return Pointer.get(); }
	T& operator*() const { return *Pointer; }

private:
	std::shared_ptr<T> Pointer;
};
template <class T>
class TSharedRef
{
public:
	template <class U>
	TSharedRef(std::shared_ptr<U> Other) : Pointer(std::move(Other)) {}
	T* operator->() const { return Pointer.get(); }
	T& operator*() const { return *Pointer; }

private:
	std::shared_ptr<T> Pointer;
};
template <class T, class... Args>
TSharedPtr<T> MakeShared(Args&&... Arguments)
{
	return std::make_shared<T>(std::forward<Args>(Arguments)...);
}
template <class T>
std::shared_ptr<T> MakeShareable(T* Object)
{
	return std::shared_ptr<T>(Object);
}

// UObject/ObjectPtr.h
template <class T>
class TObjectPtr
{
public:
	TObjectPtr() = default;
	TObjectPtr(T* Object) : Pointer(Object) {}
	operator T*() const { return Pointer; }
	T* operator->() const { return Pointer; }

private:
	T* Pointer = nullptr;
};

// Math/Vector.h
struct FVector
{
	double X = 0, Y = 0, Z = 0;
	FVector() = default;
	FVector(double InX, double InY, double InZ) : X(InX), Y(InY), Z(InZ) {}
	static double Dist(const FVector& A, const FVector& B)
	{
		return std::sqrt((A.X - B.X) * (A.X - B.X) + (A.Y - B.Y) * (A.Y - B.Y) + (A.Z - B.Z) * (A.Z - B.Z));
	}
};

// Math/UnrealMathUtility.h
struct FMath
{
	template <class T>
	static T Max(T A, T B)
	{
		return A < B ? B : A;
	}
	static FVector VInterpConstantTo(const FVector& Current, const FVector& Target, float DeltaTime, float Speed)
	{
		const double Distance = FVector::Dist(Current, Target);
		const double Step = static_cast<double>(DeltaTime) * static_cast<double>(Speed);
		if (Distance <= Step) return Target;
		const double Part = Step / Distance;
		return FVector(Current.X + (Target.X - Current.X) * Part, Current.Y + (Target.Y - Current.Y) * Part,
			Current.Z + (Target.Z - Current.Z) * Part);
	}
};

// Logging/LogMacros.h
#define DECLARE_LOG_CATEGORY_EXTERN(Category, Default, Compiled) extern int Stub##Category
#define DEFINE_LOG_CATEGORY(Category) int Stub##Category = 0
#define UE_LOG(Category, Verbosity, Format, ...)                    \
	do                                                              \
	{                                                               \
		(void)Stub##Category;                                       \
		StubLog(#Verbosity, Format, std::vector<const TCHAR*>{__VA_ARGS__}); \
	} while (false)
/** Everything that was logged: verbosity and text. */
std::vector<std::string>& StubLogged();
/** Replaces each %s by an argument. */
void StubLog(const char* Verbosity, const TCHAR* Format, const std::vector<const TCHAR*>& Arguments);

// Logging/LogVerbosity.h
namespace ELogVerbosity
{
	enum Type { Fatal, Error, Warning, Display, Log };
}

// Stats/Stats.h
struct TStatId
{
};
#define RETURN_QUICK_DECLARE_CYCLE_STAT(Name, Group) return TStatId()

// Delegates/DelegateCombinations.h
template <class... Args>
class StubMulticast
{
public:
	void Broadcast(Args... Arguments) const
	{
		for (const auto& Function : Functions) Function(Arguments...);
	}
	template <class T>
	void StubAdd(T* Object, void (T::*Method)(Args...))
	{
		Functions.push_back([Object, Method](Args... Arguments) { (Object->*Method)(Arguments...); });
	}

private:
	std::vector<std::function<void(Args...)>> Functions;
};
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(Name, Type1, Param1) \
	class Name : public StubMulticast<Type1>                             \
	{                                                                    \
	}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Name, Type1, Param1, Type2, Param2) \
	class Name : public StubMulticast<Type1, Type2>                                      \
	{                                                                                    \
	}
// Delegates/Delegate.h
#define AddDynamic(Object, Method) StubAdd(Object, Method)
