// Not in Unity: plays scenes of the stand-in and collects what they log.

using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEngine
{
    /// <summary>Calls the messages of components in Unity's order: Awake and OnEnable when an object becomes active, Start before
    /// the first Update, OnDisable and OnDestroy at the end.</summary>
    public static class Player
    {
        static readonly List<GameObject> objects = new List<GameObject>();

        /// <summary>Everything that was logged: <c>log</c>, <c>warning</c> or <c>error</c>, and the text.</summary>
        public static readonly List<string> Log = new List<string>();
        /// <summary>What blocks every line of sight, if anything does.</summary>
        public static Transform Wall;

        internal static void Add(GameObject added) { objects.Add(added); }

        internal static void Write(string kind, object message, Object context)
        {
            Log.Add(kind + " " + message + (context == null ? "" : " (" + context.name + ")"));
        }

        /// <summary>Starts play mode with a scene that a component builds. With domain reload off, static fields keep their
        /// values: only methods that are marked to run at the start are called.</summary>
        public static T Play<T>(Action<T> prepare) where T : Component
        {
            Time.time = 0;
            Log.Clear();
            foreach (var assembly in AppDomain.CurrentDomain.GetAssemblies())
            {
                foreach (var type in assembly.GetTypes())
                {
                    foreach (var method in type.GetMethods(BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public))
                    {
                        var mark = typeof(RuntimeInitializeOnLoadMethodAttribute);
                        if (method.IsDefined(mark, false)) method.Invoke(null, null);
                    }
                }
            }
            var scene = new GameObject("scene");
            scene.SetActive(false);
            var built = scene.AddComponent<T>();
            prepare(built);
            scene.SetActive(true);
            return built;
        }

        /// <summary>Plays frames of equal length.</summary>
        public static void Frames(int count, float seconds)
        {
            for (var frame = 0; frame < count; frame++)
            {
                Time.deltaTime = seconds;
                Time.time += seconds;
                foreach (var part in Active("Start"))
                {
                    if (part.IsStarted) continue;
                    part.IsStarted = true;
                    Send(part, "Start");
                }
                foreach (var part in Active("Update")) if (part.isActiveAndEnabled) Send(part, "Update");
            }
        }

        /// <summary>Ends play mode.</summary>
        public static void Stop()
        {
            foreach (var gone in objects.ToArray()) Destroy(gone);
            Wall = null;
        }

        internal static void Destroy(Object gone)
        {
            var holder = gone as GameObject;
            if (ReferenceEquals(holder, null)) return;
            holder.SetActive(false);
            foreach (var part in holder.All<Component>()) part.IsDestroyed = true;
            holder.IsDestroyed = true;
            objects.Remove(holder);
        }

        internal static void Refresh(MonoBehaviour part)
        {
            if (ReferenceEquals(part, null)) return;
            var isOn = part.isActiveAndEnabled;
            if (part.gameObject.activeInHierarchy && !part.IsAwake)
            {
                part.IsAwake = true;
                Send(part, "Awake");
            }
            if (isOn == part.IsEnabled) return;
            part.IsEnabled = isOn;
            Send(part, isOn ? "OnEnable" : "OnDisable");
        }

        /// <summary>The enabled components with a message, by their execution order.</summary>
        static List<MonoBehaviour> Active(string message)
        {
            var found = new List<MonoBehaviour>();
            foreach (var holder in objects) found.AddRange(holder.All<MonoBehaviour>());
            found.RemoveAll(part => !part.isActiveAndEnabled || Method(part, message) == null);
            var places = new Dictionary<MonoBehaviour, int>();
            foreach (var part in found) places.Add(part, places.Count);
            found.Sort((a, b) => Order(a) != Order(b) ? Order(a).CompareTo(Order(b)) : places[a].CompareTo(places[b]));
            return found;
        }

        static int Order(MonoBehaviour part)
        {
            var marks = part.GetType().GetCustomAttributes(typeof(DefaultExecutionOrder), true);
            return marks.Length == 0 ? 0 : ((DefaultExecutionOrder)marks[0]).order;
        }

        static MethodInfo Method(MonoBehaviour part, string message)
        {
            const BindingFlags Any = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;
            return part.GetType().GetMethod(message, Any, null, Type.EmptyTypes, null);
        }

        internal static void Send(MonoBehaviour part, string message)
        {
            var method = Method(part, message);
            if (method != null) method.Invoke(part, null);
        }
    }
}
