// An object that agents know.

using UnityEngine;

namespace Cunning.Unity
{
    /// <summary>An object that agents know: one of an open type, such as a foe, or the place of an object that the domain file
    /// lists, such as <c>bell</c> of the type <c>place</c>.</summary>
    [AddComponentMenu("Cunning/Cunning Object")]
    [DefaultExecutionOrder(-400)]
    public sealed class CunningObject : MonoBehaviour, IPlaced
    {
        [Tooltip("The type in the domain file.")]
        [SerializeField] string type = "";
        [Tooltip("The name in the domain file; for open types any name. Empty: the name of the game object.")]
        [SerializeField] string objectName = "";
        [Tooltip("The world; empty: the enabled one.")]
        [SerializeField] CunningWorld world;

        /// <summary>The object below this component; null while it is not enabled.</summary>
        public MindObject Object { get; private set; }

        Point IPlaced.Position { get { return Positions.ToPoint(transform.position); } }

        /// <summary>Sets type and name before the component is enabled.</summary>
        public void Describe(string typeName, string name)
        {
            type = typeName;
            objectName = name;
        }

        void OnEnable() { Join(false); }

        void Start() { Join(true); }

        void Join(bool isLastTry)
        {
            if (Object != null) return;
            if (world == null) world = CunningWorld.Active;
            if (world != null) Object = world.Minds.AddObject(type, objectName == "" ? name : objectName, this);
            else if (isLastTry) Debug.LogError("The Cunning Object has no Cunning World: add one to the scene.", this);
        }

        void OnDisable()
        {
            if (world != null) world.Minds.RemoveObject(Object);
            Object = null;
        }
    }
}
