// What an agent can see: range and angle.

using System;

namespace Cunning
{
    /// <summary>The field of view of a sensor. Walls are the engine's business.</summary>
    public readonly struct VisionCone
    {
        readonly double range, cosine;

        /// <summary>Creates a field of view with a range in the game's units and a full angle in degrees; 360 sees all around.
        /// </summary>
        public VisionCone(double range, double angle)
        {
            this.range = range;
            cosine = angle >= 360 ? -1 : Math.Cos(Math.Max(0, angle) / 2 * Math.PI / 180);
        }

        /// <summary>Whether something is in the field of view. The offset leads from the eye to it; forward is a unit vector.
        /// </summary>
        public bool Contains(double x, double y, double z, double forwardX, double forwardY, double forwardZ)
        {
            var distance = Math.Sqrt(x * x + y * y + z * z);
            if (!(distance <= range)) return false;
            return cosine <= -1 || x * forwardX + y * forwardY + z * forwardZ >= cosine * distance;
        }
    }
}
