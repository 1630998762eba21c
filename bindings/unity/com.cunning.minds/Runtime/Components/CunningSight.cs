// A sensor that sees a target.

using UnityEngine;

namespace Cunning.Unity
{
    /// <summary>Eyes: sets a fact while a target is in the field of view and no obstacle is between. The fact's <c>forget</c> in
    /// the domain file decides for how long the agent remembers it. For several targets, add one for each.</summary>
    [AddComponentMenu("Cunning/Cunning Sight")]
    public sealed class CunningSight : CunningSensor
    {
        [Tooltip("The fact that is set: true while the target is visible.")]
        [SerializeField] string fact = "";
        [Tooltip("Whether the fact is about the target: `sees[target]` instead of `sees_thief`.")]
        [SerializeField] bool aboutTarget;
        [Tooltip("Whether the fact is set to false as soon as the target is not visible.")]
        [SerializeField] bool tellsAbsence;
        [Tooltip("What is looked for.")]
        [SerializeField] Transform target;
        [SerializeField, Min(0)] float range = 20;
        [Tooltip("The full angle of the field of view in degrees.")]
        [SerializeField, Range(0, 360)] float angle = 120;
        [Tooltip("What blocks the view.")]
        [SerializeField] LayerMask obstacles = 1;

        /// <summary>Sets what is looked for and the fact that tells whether it is visible.</summary>
        public void LookFor(Transform wanted, string factName, bool isAboutTarget = false)
        {
            target = wanted;
            fact = factName;
            aboutTarget = isAboutTarget;
        }

        /// <summary>Whether the target is visible.</summary>
        public bool Sees()
        {
            if (target == null) return false;
            Vector3 eye = transform.position, forward = transform.forward;
            var offset = target.position - eye;
            return new VisionCone(range, angle).Contains(offset.x, offset.y, offset.z, forward.x, forward.y, forward.z)
                && LineOfSight.IsClear(eye, target.position, target, obstacles);
        }

        /// <inheritdoc/>
        public override void Sense(CunningAgent agent)
        {
            var isSeen = Sees();
            if (!isSeen && !tellsAbsence) return;
            if (!aboutTarget) agent.Set(fact, isSeen);
            else if (target != null) agent.SetAbout(fact, target.GetComponent<CunningObject>(), isSeen);
        }
    }
}
