// Whether walls block a view.

using UnityEngine;

namespace Cunning.Unity
{
    /// <summary>Lines of sight by physics.</summary>
    static class LineOfSight
    {
        /// <summary>Whether nothing is between two positions. Colliders of the target itself do not count, nor do those that
        /// contain the eye, because physics does not report them.</summary>
        internal static bool IsClear(Vector3 eye, Vector3 at, Transform target, LayerMask obstacles)
        {
            RaycastHit hit;
            if (!Physics.Linecast(eye, at, out hit, obstacles)) return true;
            return target != null && hit.transform != null && hit.transform.IsChildOf(target);
        }
    }
}
