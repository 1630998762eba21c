// Domains: parsed once, shared by threads.

using System;
using System.Collections.Generic;
using Cunning.Native;

namespace Cunning
{
    /// <summary>Everything a domain file says. Immutable; any number of threads may use it. Dispose it when no minds are
    /// created from it any more; existing minds keep what they need.</summary>
    public sealed unsafe class Domain : IDisposable
    {
        CunningDomain* raw;

        Domain(CunningDomain* raw) { this.raw = raw; }
        ~Domain() { Dispose(); }

        internal CunningDomain* Raw
        {
            get
            {
                if (raw == null) throw new ObjectDisposedException("Domain");
                return raw;
            }
        }

        /// <summary>Reads a domain from a text. A mistake is an exception whose message has all diagnostics.</summary>
        public static Domain Parse(string name, string text)
        {
            return Parse(new[] { new KeyValuePair<string, string>(name, text) });
        }

        /// <summary>Reads a domain from several texts by name: the first one, and those that it includes.</summary>
        public static Domain Parse(IList<KeyValuePair<string, string>> sources)
        {
            CunningDomain* domain = null;
            var error = new CunningBuffer();
            uint status;
            using (var memory = new NativeMemory())
            {
                var first = (CunningSource*)memory.Block(sources.Count * sizeof(CunningSource));
                for (var at = 0; at < sources.Count; at++)
                {
                    first[at].name = memory.Text(sources[at].Key);
                    first[at].text = memory.Text(sources[at].Value);
                }
                status = Library.cunning_domain_parse(first, (ulong)sources.Count, &domain, &error);
            }
            if (status == Library.CUNNING_OK) return new Domain(domain);
            var json = Text.Take(ref error);
            var details = JsonValue.Read(json);
            throw new CunningException(status, details.TextOf("text") ?? details.TextOf("error"), json);
        }

        /// <summary>Plans for a request in JSON and returns the plan in JSON; see cunning_domain_plan in cunning.h. No plan is
        /// an exception whose message explains why.</summary>
        public string Plan(string request)
        {
            var buffer = new CunningBuffer();
            uint status;
            using (var memory = new NativeMemory())
            {
                status = Library.cunning_domain_plan(Raw, memory.Text(request), &buffer);
            }
            var json = Text.Take(ref buffer);
            if (status == Library.CUNNING_OK) return json;
            throw new CunningException(status, JsonValue.Read(json).TextOf("error"), json);
        }

        /// <summary>Frees the domain.</summary>
        public void Dispose()
        {
            fixed (CunningDomain** place = &raw) Library.cunning_domain_free(place);
            GC.SuppressFinalize(this);
        }
    }
}
