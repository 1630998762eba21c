// A domain file as an asset.

using System;
using System.Collections.Generic;
using UnityEngine;

namespace Cunning.Unity
{
    /// <summary>A domain file as an asset: its text and the texts of the files that it includes. The importer makes it from
    /// files that end in <c>.cunning</c>.</summary>
    public sealed class CunningDomain : ScriptableObject
    {
        [Serializable]
        struct Source
        {
            public string name;
            public string text;
        }

        [SerializeField] Source[] sources = new Source[0];
        [SerializeField] string mistakes = "";

        /// <summary>The mistakes that the importer found, or an empty text.</summary>
        public string Mistakes { get { return mistakes; } }

        /// <summary>The texts by name: the domain first, then what it includes.</summary>
        public List<KeyValuePair<string, string>> Sources()
        {
            var list = new List<KeyValuePair<string, string>>();
            foreach (var source in sources) list.Add(new KeyValuePair<string, string>(source.name, source.text));
            return list;
        }

        /// <summary>Whether these are the texts that a world has opened. It allocates nothing.</summary>
        public bool Equals(List<KeyValuePair<string, string>> opened)
        {
            if (opened == null || opened.Count != sources.Length) return false;
            for (var at = 0; at < sources.Length; at++)
            {
                if (sources[at].name != opened[at].Key || sources[at].text != opened[at].Value) return false;
            }
            return true;
        }

        /// <summary>Replaces the texts, for the importer and for domains that a game builds itself.</summary>
        public void SetSources(IList<KeyValuePair<string, string>> texts, string found = "")
        {
            sources = new Source[texts.Count];
            for (var at = 0; at < sources.Length; at++)
            {
                sources[at] = new Source { name = texts[at].Key, text = texts[at].Value };
            }
            mistakes = found ?? "";
        }
    }
}
