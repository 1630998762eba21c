// Positions of Unity as positions of agents and back.

using System;
using UnityEngine;

namespace Cunning.Unity
{
    /// <summary>Converts positions. Unity's ground is x and z, that of agents x and y.</summary>
    public static class Positions
    {
        public static Point ToPoint(Vector3 vector)
        {
            return new Point(Micros(vector.x), Micros(vector.z), Micros(vector.y));
        }

        public static Vector3 ToVector(Point point)
        {
            return new Vector3((float)(point.X / 1e6), (float)(point.Z / 1e6), (float)(point.Y / 1e6));
        }

        static long Micros(float value) { return (long)Math.Round(value * 1e6); }
    }
}
