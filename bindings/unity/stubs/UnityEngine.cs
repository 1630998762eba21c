// A stand-in for the part of Unity that the package uses, so that its components are compiled and run without Unity.
//
// The comment above each type and member names its page in Unity's Scripting Reference (2021.3). What is not in Unity is in
// Player.cs. Signatures are Unity's; behaviour is the little that the tests need.

using System;
using System.Collections.Generic;

namespace UnityEngine
{
    // Object
    public class Object
    {
        internal bool IsDestroyed;
        // Object-name
        public virtual string name { get; set; }
        // Object-operator_eq
        public static bool operator ==(Object x, Object y)
        {
            var isNoX = ReferenceEquals(x, null) || x.IsDestroyed;
            var isNoY = ReferenceEquals(y, null) || y.IsDestroyed;
            return isNoX || isNoY ? isNoX && isNoY : ReferenceEquals(x, y);
        }
        // Object-operator_ne
        public static bool operator !=(Object x, Object y) { return !(x == y); }
        // Object.Equals
        public override bool Equals(object other) { return this == other as Object; }
        // Object.GetHashCode
        public override int GetHashCode() { return base.GetHashCode(); }
        // Object.Destroy
        public static void Destroy(Object obj) { Player.Destroy(obj); }
    }

    // ScriptableObject
    public class ScriptableObject : Object
    {
        // ScriptableObject.CreateInstance
        public static T CreateInstance<T>() where T : ScriptableObject { return Activator.CreateInstance<T>(); }
    }

    // Component
    public class Component : Object
    {
        // Component-gameObject
        public GameObject gameObject { get; internal set; }
        // Component-transform
        public Transform transform { get { return gameObject.transform; } }
        // Object-name: components have the name of their game object.
        public override string name { get { return gameObject.name; } set { gameObject.name = value; } }
        // Component.GetComponent
        public T GetComponent<T>() { return gameObject.GetComponent<T>(); }
        // Component.GetComponentsInChildren
        public T[] GetComponentsInChildren<T>() { return gameObject.All<T>().ToArray(); }
    }

    // Behaviour
    public class Behaviour : Component
    {
        internal bool IsOn = true;
        // Behaviour-enabled
        public bool enabled { get { return IsOn; } set { IsOn = value; Player.Refresh(this as MonoBehaviour); } }
        // Behaviour-isActiveAndEnabled
        public bool isActiveAndEnabled { get { return IsOn && gameObject.activeInHierarchy && !IsDestroyed; } }
    }

    // MonoBehaviour
    public class MonoBehaviour : Behaviour
    {
        internal bool IsAwake, IsEnabled, IsStarted;
    }

    // GameObject
    public sealed class GameObject : Object
    {
        readonly List<Component> components = new List<Component>();
        bool isActive = true;

        // GameObject-ctor
        public GameObject(string name)
        {
            this.name = name;
            transform = new Transform { gameObject = this };
            components.Add(transform);
            Player.Add(this);
        }
        // GameObject-transform
        public Transform transform { get; private set; }
        // GameObject-activeInHierarchy
        public bool activeInHierarchy { get { return isActive; } }
        // GameObject.SetActive
        public void SetActive(bool value)
        {
            isActive = value;
            foreach (var component in components.ToArray()) Player.Refresh(component as MonoBehaviour);
        }
        // GameObject.AddComponent
        public T AddComponent<T>() where T : Component
        {
            var added = Activator.CreateInstance<T>();
            added.gameObject = this;
            components.Add(added);
            Player.Refresh(added as MonoBehaviour);
            return added;
        }
        // GameObject.GetComponent
        public T GetComponent<T>()
        {
            var all = All<T>();
            return all.Count > 0 ? all[0] : default(T);
        }
        // GameObject.CreatePrimitive
        public static GameObject CreatePrimitive(PrimitiveType type) { return new GameObject(type.ToString()); }

        internal List<T> All<T>()
        {
            var found = new List<T>();
            foreach (object component in components) if (component is T) found.Add((T)component);
            return found;
        }
    }

    // PrimitiveType
    public enum PrimitiveType { Sphere, Capsule, Cylinder, Cube, Plane, Quad }

    // Transform
    public sealed class Transform : Component
    {
        // Transform-position
        public Vector3 position { get; set; }
        // Transform-forward
        public Vector3 forward { get; set; } = new Vector3(0, 0, 1);
        // Transform.IsChildOf
        public bool IsChildOf(Transform parent) { return this == parent; }
    }

    // Vector3
    public struct Vector3
    {
        // Vector3-x, Vector3-y, Vector3-z
        public float x, y, z;
        // Vector3-ctor
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        // Vector3-operator_subtract
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
        // Vector3.Distance
        public static float Distance(Vector3 a, Vector3 b)
        {
            var offset = a - b;
            return (float)Math.Sqrt(offset.x * offset.x + offset.y * offset.y + offset.z * offset.z);
        }
        // Vector3.MoveTowards
        public static Vector3 MoveTowards(Vector3 current, Vector3 target, float maxDistanceDelta)
        {
            var distance = Distance(current, target);
            if (distance <= maxDistanceDelta || distance == 0) return target;
            var part = maxDistanceDelta / distance;
            var way = target - current;
            return new Vector3(current.x + way.x * part, current.y + way.y * part, current.z + way.z * part);
        }
    }

    // Vector2
    public struct Vector2 { }

    // Time
    public static class Time
    {
        // Time-deltaTime
        public static float deltaTime { get; internal set; }
        // Time-fixedDeltaTime
        public static float fixedDeltaTime { get { return 0.02f; } }
        // Time-time
        public static float time { get; internal set; }
    }

    // Debug
    public static class Debug
    {
        // Debug.Log
        public static void Log(object message) { Player.Write("log", message, null); }
        // Debug.LogWarning
        public static void LogWarning(object message) { Player.Write("warning", message, null); }
        // Debug.LogError
        public static void LogError(object message, Object context) { Player.Write("error", message, context); }
    }

    // LayerMask
    public struct LayerMask
    {
        int value;
        // LayerMask-operator_LayerMask
        public static implicit operator LayerMask(int intVal) { return new LayerMask { value = intVal }; }
        // LayerMask-operator_int
        public static implicit operator int(LayerMask mask) { return mask.value; }
    }

    // RaycastHit
    public struct RaycastHit
    {
        // RaycastHit-transform
        public Transform transform { get; internal set; }
    }

    // Physics
    public static class Physics
    {
        // Physics.Linecast
        public static bool Linecast(Vector3 start, Vector3 end, out RaycastHit hitInfo, int layerMask)
        {
            hitInfo = new RaycastHit { transform = Player.Wall };
            return layerMask != 0 && Player.Wall != null;
        }
    }

    // SerializeField
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute { }
    // TooltipAttribute
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string tooltip) { } }
    // MinAttribute
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class MinAttribute : Attribute { public MinAttribute(float min) { } }
    // RangeAttribute
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class RangeAttribute : Attribute { public RangeAttribute(float min, float max) { } }
    // AddComponentMenu
    public sealed class AddComponentMenu : Attribute { public AddComponentMenu(string menuName) { } }
    // DisallowMultipleComponent
    public sealed class DisallowMultipleComponent : Attribute { }
    // RequireComponent
    public sealed class RequireComponent : Attribute { public RequireComponent(Type requiredComponent) { } }
    // DefaultExecutionOrder
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class DefaultExecutionOrder : Attribute
    {
        // DefaultExecutionOrder-ctor
        public DefaultExecutionOrder(int order) { this.order = order; }
        // DefaultExecutionOrder-order
        public int order { get; private set; }
    }
    // RuntimeInitializeLoadType
    public enum RuntimeInitializeLoadType
    {
        AfterSceneLoad, BeforeSceneLoad, AfterAssembliesLoaded, BeforeSplashScreen, SubsystemRegistration
    }
    // RuntimeInitializeOnLoadMethodAttribute
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class RuntimeInitializeOnLoadMethodAttribute : Attribute
    {
        public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType loadType) { }
    }
}

namespace UnityEngine.AI
{
    // AI.NavMeshPathStatus
    public enum NavMeshPathStatus { PathComplete, PathPartial, PathInvalid }

    // AI.NavMeshPath
    public sealed class NavMeshPath
    {
        // AI.NavMeshPath-corners
        public Vector3[] corners { get; internal set; }
        // AI.NavMeshPath-status
        public NavMeshPathStatus status { get; internal set; }
    }

    // AI.NavMesh
    public static class NavMesh
    {
        // AI.NavMesh.AllAreas
        public const int AllAreas = -1;
        // AI.NavMesh.CalculatePath
        public static bool CalculatePath(Vector3 sourcePosition, Vector3 targetPosition, int areaMask, NavMeshPath path)
        {
            path.corners = new[] { sourcePosition, targetPosition };
            path.status = NavMeshPathStatus.PathComplete;
            return true;
        }
    }
}
