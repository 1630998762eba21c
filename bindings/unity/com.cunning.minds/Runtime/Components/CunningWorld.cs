// The agents of a scene: opens with the component, ticks, closes with it.

using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.AI;

namespace Cunning.Unity
{
    /// <summary>The agents of a scene. Put one on an object of the scene and give it a domain. It starts when it is enabled and
    /// ends when it is disabled, so it works with and without domain reload when play mode starts.</summary>
    [AddComponentMenu("Cunning/Cunning World")]
    [DefaultExecutionOrder(-500)]
    [DisallowMultipleComponent]
    public sealed class CunningWorld : MonoBehaviour
    {
        /// <summary>What drives the ticks.</summary>
        public enum Drive
        {
            /// <summary>The time of frames.</summary>
            Update,
            /// <summary>The time of physics.</summary>
            FixedUpdate,
            /// <summary>The game calls Advance itself, for example in lockstep.</summary>
            Manual,
        }

        [Tooltip("What the agents know, can do and want.")]
        [SerializeField] CunningDomain domain;
        [Tooltip("How often agents think, in ticks per second.")]
        [SerializeField, Min(1)] int ticksPerSecond = 10;
        [Tooltip("The work that a tick may do for all agents together. 1000 is enough for a few hundred agents.")]
        [SerializeField, Min(1)] int budget = 1000;
        [SerializeField] Drive drive = Drive.Update;
        [Tooltip("What blocks the view in the questions `sees` and `hides`.")]
        [SerializeField] LayerMask obstacles = 1;

        static readonly List<CunningWorld> enabledWorlds = new List<CunningWorld>();

        MindWorld minds;
        TickClock clock;
        List<KeyValuePair<string, string>> opened;
        NavMeshPath path;

        /// <summary>The world that agents join that do not name one: the first one that is enabled; null if there is none.
        /// </summary>
        public static CunningWorld Active { get { return enabledWorlds.Count > 0 ? enabledWorlds[0] : null; } }

        /// <summary>All enabled worlds.</summary>
        public static IList<CunningWorld> All { get { return enabledWorlds; } }

        /// <summary>The logic below this component: agents, beliefs, orders.</summary>
        public MindWorld Minds { get { return minds ?? (minds = new MindWorld(Log)); } }

        /// <summary>The domain. Setting it while the world runs reloads it: agents keep beliefs, goals and plans by name.</summary>
        public CunningDomain Domain
        {
            get { return domain; }
            set
            {
                domain = value;
                if (isActiveAndEnabled) Refresh();
            }
        }

        /// <summary>How often agents think, in ticks per second.</summary>
        public int TicksPerSecond
        {
            get { return ticksPerSecond; }
            set
            {
                ticksPerSecond = value;
                clock = null;
            }
        }

        /// <summary>What drives the ticks.</summary>
        public Drive DrivenBy { get { return drive; } set { drive = value; } }

        /// <summary>Forgets the worlds of the last play session: without domain reload, static fields keep their values.</summary>
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        static void ForgetLastSession() { enabledWorlds.Clear(); }

        void OnEnable()
        {
            if (!enabledWorlds.Contains(this)) enabledWorlds.Add(this);
            clock = null;
            opened = null;
            Refresh();
        }

        void OnDisable()
        {
            enabledWorlds.Remove(this);
            Minds.Close();
        }

        void Update()
        {
#if UNITY_EDITOR
            // The importer replaces the texts of the asset when the file changes.
            if (domain != null && !domain.Equals(opened)) Refresh();
#endif
            if (drive == Drive.Update) Advance(Time.deltaTime);
        }

        void FixedUpdate()
        {
            if (drive == Drive.FixedUpdate) Advance(Time.fixedDeltaTime);
        }

        /// <summary>Lets time pass and runs the ticks that are due.</summary>
        public void Advance(double seconds)
        {
            if (clock == null) clock = new TickClock(TimeSpan.FromSeconds(1.0 / Math.Max(1, ticksPerSecond)));
            for (var due = clock.Advance(seconds); due > 0; due--) Minds.Tick(clock.Interval, (ulong)Math.Max(1, budget));
        }

        /// <summary>Opens a link for the studio and returns the address for <c>cunning studio --attach</c>, or null. Leave it out
        /// of release builds.</summary>
        public string AttachToStudio() { return Minds.Attach(); }

        /// <summary>Opens the domain, or reloads it if the world is open.</summary>
        void Refresh()
        {
            if (domain == null)
            {
                Debug.LogError("The Cunning World has no domain: drag a `.cunning` file to its field `Domain`.", this);
                return;
            }
            opened = domain.Sources();
            if (Minds.IsOpen) Minds.Reload(opened);
            else Minds.Open(opened);
        }

        void Log(string message, object about)
        {
            var agent = about as MindAgent;
            var known = about as MindObject;
            var context = (agent != null ? agent.Body as UnityEngine.Object : null)
                ?? (known != null ? known.Placed as UnityEngine.Object : null) ?? this;
            Debug.LogError("Cunning: " + message, context);
        }

        /// <summary>Answers `sees`, `hides` and `path` with physics and the navigation mesh.</summary>
        internal Reply Answer(Question question)
        {
            Point from, to;
            if (question.Count != 2 || !Minds.TryPosition(question[0], out from) || !Minds.TryPosition(question[1], out to))
            {
                return Reply.Unknown;
            }
            switch (question.Name)
            {
                case "sees": return IsClear(question, from, to);
                case "hides": return !IsClear(question, from, to);
                case "path": return PathLength(Positions.ToVector(from), Positions.ToVector(to));
                default: return Reply.Unknown;
            }
        }

        bool IsClear(Question question, Point from, Point to)
        {
            var target = Minds.PlacedOf(question[1]) as Component;
            var transformOfTarget = target == null ? null : target.transform;
            return LineOfSight.IsClear(Positions.ToVector(from), Positions.ToVector(to), transformOfTarget, obstacles);
        }

        Reply PathLength(Vector3 from, Vector3 to)
        {
            if (path == null) path = new NavMeshPath();
            if (!NavMesh.CalculatePath(from, to, NavMesh.AllAreas, path) || path.status != NavMeshPathStatus.PathComplete)
            {
                return Reply.Unknown;
            }
            var length = 0.0;
            var corners = path.corners;
            for (var at = 1; at < corners.Length; at++) length += Vector3.Distance(corners[at - 1], corners[at]);
            return length;
        }
    }
}
