// A small reader of JSON that the library has written.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Cunning
{
    enum JsonKind { Null, False, True, Number, Text, List, Map }

    /// <summary>A value of a JSON text that is well formed.</summary>
    sealed class JsonValue
    {
        public JsonKind Kind;
        /// <summary>The source of the value, as written.</summary>
        public string Source;
        public string Text;
        public readonly List<JsonValue> Items = new List<JsonValue>();
        public readonly List<KeyValuePair<string, JsonValue>> Fields = new List<KeyValuePair<string, JsonValue>>();

        public ulong Whole { get { return ulong.Parse(Source, CultureInfo.InvariantCulture); } }
        public long Integer { get { return long.Parse(Source, CultureInfo.InvariantCulture); } }
        public double Number { get { return double.Parse(Source, CultureInfo.InvariantCulture); } }

        /// <summary>Returns the value of a key, or null.</summary>
        public JsonValue this[string key]
        {
            get
            {
                foreach (var field in Fields) if (field.Key == key) return field.Value;
                return null;
            }
        }

        /// <summary>The text of a field; null if there is no such field or it is no text.</summary>
        public string TextOf(string key)
        {
            var field = this[key];
            return field == null ? null : field.Text;
        }

        public static JsonValue Read(string text)
        {
            var at = 0;
            return new Reader { Text = text }.Value(ref at);
        }

        sealed class Reader
        {
            public string Text;

            void Space(ref int at)
            {
                while (at < Text.Length && char.IsWhiteSpace(Text[at])) at++;
            }

            string Quoted(ref int at)
            {
                var text = new StringBuilder();
                for (at++; Text[at] != '"'; at++)
                {
                    if (Text[at] != '\\')
                    {
                        text.Append(Text[at]);
                        continue;
                    }
                    at++;
                    switch (Text[at])
                    {
                        case 'n': text.Append('\n'); break;
                        case 't': text.Append('\t'); break;
                        case 'u':
                            text.Append((char)Convert.ToInt32(Text.Substring(at + 1, 4), 16));
                            at += 4;
                            break;
                        default: text.Append(Text[at]); break;
                    }
                }
                at++;
                return text.ToString();
            }

            public JsonValue Value(ref int at)
            {
                Space(ref at);
                var start = at;
                var value = new JsonValue();
                if (Text[at] == '"')
                {
                    value.Kind = JsonKind.Text;
                    value.Text = Quoted(ref at);
                }
                else if (Text[at] == '[' || Text[at] == '{')
                {
                    var close = Text[at] == '[' ? ']' : '}';
                    value.Kind = Text[at] == '[' ? JsonKind.List : JsonKind.Map;
                    at++;
                    for (Space(ref at); Text[at] != close; Space(ref at))
                    {
                        if (value.Kind == JsonKind.Map)
                        {
                            var key = Quoted(ref at);
                            Space(ref at);
                            at++;
                            value.Fields.Add(new KeyValuePair<string, JsonValue>(key, Value(ref at)));
                        }
                        else
                        {
                            value.Items.Add(Value(ref at));
                        }
                        Space(ref at);
                        if (Text[at] == ',') at++;
                    }
                    at++;
                }
                else
                {
                    while (at < Text.Length && ",]} \n\r\t".IndexOf(Text[at]) < 0) at++;
                    var word = Text.Substring(start, at - start);
                    value.Kind = word == "null" ? JsonKind.Null : word == "true" ? JsonKind.True
                        : word == "false" ? JsonKind.False : JsonKind.Number;
                }
                value.Source = Text.Substring(start, at - start);
                return value;
            }
        }
    }
}
