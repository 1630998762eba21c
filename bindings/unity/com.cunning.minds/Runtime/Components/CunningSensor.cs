// Sensors: what agents perceive.

using System;
using UnityEngine;

namespace Cunning.Unity
{
    /// <summary>A sensor of an agent, on its game object or below it. The world polls it at an interval; derive from it and set
    /// beliefs in Sense. The archetype must list the sensor: <c>sensors = ["eyes"]</c>.</summary>
    public abstract class CunningSensor : MonoBehaviour
    {
        [Tooltip("The name of the sensor in the domain file.")]
        [SerializeField] string sensor = "eyes";
        [Tooltip("How often it is polled, in seconds. All sensors of one name share the interval.")]
        [SerializeField, Min(0.01f)] float interval = 0.2f;

        /// <summary>The name of the sensor in the domain file.</summary>
        public string Sensor { get { return sensor; } set { sensor = value; } }
        /// <summary>How often it is polled.</summary>
        public TimeSpan Interval { get { return TimeSpan.FromSeconds(interval); } set { interval = (float)value.TotalSeconds; } }

        /// <summary>Sets what the sensor perceives as beliefs of the agent.</summary>
        public abstract void Sense(CunningAgent agent);
    }
}
