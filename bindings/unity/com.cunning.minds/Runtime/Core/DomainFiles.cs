// A domain file and the files that it includes.

using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;

namespace Cunning
{
    /// <summary>Collects the texts of a domain.</summary>
    public static class DomainFiles
    {
        /// <summary>Texts in quotes that may be names of included files.</summary>
        static readonly Regex Quoted = new Regex("[\"']([^\"'\\r\\n]+\\.(?:toml|cunning))[\"']", RegexOptions.CultureInvariant);

        /// <summary>Returns a domain's text and those that it may include, each by its name. <c>read</c> returns the text of a
        /// name, or null if there is no such file; names that the domain does not include do no harm.</summary>
        public static List<KeyValuePair<string, string>> Collect(string name, string text, Func<string, string> read)
        {
            var sources = new List<KeyValuePair<string, string>> { new KeyValuePair<string, string>(name, text) };
            for (var at = 0; at < sources.Count; at++)
            {
                foreach (Match match in Quoted.Matches(sources[at].Value))
                {
                    var include = match.Groups[1].Value;
                    if (sources.Exists(known => known.Key == include)) continue;
                    var found = read(include);
                    if (found != null) sources.Add(new KeyValuePair<string, string>(include, found));
                }
            }
            return sources;
        }

        /// <summary>Returns the mistakes of a domain as a text, or null if it has none.</summary>
        public static string Mistakes(IList<KeyValuePair<string, string>> sources)
        {
            try
            {
                using (Domain.Parse(sources)) return null;
            }
            catch (CunningException error) { return error.Message; }
        }
    }
}
