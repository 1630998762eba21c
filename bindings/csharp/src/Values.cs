// Ids, symbols and values: small structs without allocations.

using System;
using Cunning.Native;

namespace Cunning
{
    /// <summary>The id of an agent.</summary>
    public readonly struct AgentId : IEquatable<AgentId>
    {
        /// <summary>Stands for no agent.</summary>
        public static readonly AgentId None = new AgentId(ulong.MaxValue);

        /// <summary>The number behind the id.</summary>
        public readonly ulong Number;

        public AgentId(ulong number) { Number = number; }
        public bool Equals(AgentId other) { return Number == other.Number; }
        public override bool Equals(object other) { return other is AgentId && Equals((AgentId)other); }
        public override int GetHashCode() { return Number.GetHashCode(); }
        public static bool operator ==(AgentId a, AgentId b) { return a.Number == b.Number; }
        public static bool operator !=(AgentId a, AgentId b) { return a.Number != b.Number; }
    }

    /// <summary>The id of a step, a check, a question or an order, as commands have it.</summary>
    public readonly struct CommandId : IEquatable<CommandId>
    {
        /// <summary>The number behind the id.</summary>
        public readonly ulong Number;

        public CommandId(ulong number) { Number = number; }
        public bool Equals(CommandId other) { return Number == other.Number; }
        public override bool Equals(object other) { return other is CommandId && Equals((CommandId)other); }
        public override int GetHashCode() { return Number.GetHashCode(); }
        public static bool operator ==(CommandId a, CommandId b) { return a.Number == b.Number; }
        public static bool operator !=(CommandId a, CommandId b) { return a.Number != b.Number; }
    }

    /// <summary>A name of the domain as a number, which keeps its meaning across reloads. Compare symbols instead of
    /// texts: that is fast and allocates nothing.</summary>
    public readonly struct Symbol : IEquatable<Symbol>
    {
        /// <summary>Stands for no symbol.</summary>
        public static readonly Symbol None = new Symbol(Library.CUNNING_NO_SYMBOL);

        /// <summary>The number behind the symbol.</summary>
        public readonly uint Number;

        public Symbol(uint number) { Number = number; }
        public bool Equals(Symbol other) { return Number == other.Number; }
        public override bool Equals(object other) { return other is Symbol && Equals((Symbol)other); }
        public override int GetHashCode() { return (int)Number; }
        public static bool operator ==(Symbol a, Symbol b) { return a.Number == b.Number; }
        public static bool operator !=(Symbol a, Symbol b) { return a.Number != b.Number; }
    }

    /// <summary>The kind of a name of the domain.</summary>
    public enum NameKind : uint
    {
        Fact = Library.CUNNING_NAME_FACT,
        Action = Library.CUNNING_NAME_ACTION,
        Goal = Library.CUNNING_NAME_GOAL,
        Type = Library.CUNNING_NAME_TYPE,
        /// <summary>An object that the domain file lists, named with its type: <c>place.tavern</c>.</summary>
        Object = Library.CUNNING_NAME_OBJECT,
        Table = Library.CUNNING_NAME_TABLE,
        Trait = Library.CUNNING_NAME_TRAIT,
        Archetype = Library.CUNNING_NAME_ARCHETYPE,
        Sensor = Library.CUNNING_NAME_SENSOR,
        Check = Library.CUNNING_NAME_CHECK,
        Query = Library.CUNNING_NAME_QUERY,
        Question = Library.CUNNING_NAME_QUESTION,
    }

    /// <summary>The kind of a value.</summary>
    public enum ValueKind : uint
    {
        None = Library.CUNNING_VALUE_NONE,
        Bool = Library.CUNNING_VALUE_BOOL,
        Int = Library.CUNNING_VALUE_INT,
        Name = Library.CUNNING_VALUE_NAME,
        Object = Library.CUNNING_VALUE_OBJECT,
        Point = Library.CUNNING_VALUE_POINT,
        Agent = Library.CUNNING_VALUE_AGENT,
    }

    /// <summary>A point of the world, in millionths of the game's unit.</summary>
    public readonly struct Point
    {
        public readonly long X, Y, Z;
        public Point(long x, long y, long z) { X = x; Y = y; Z = z; }
    }

    /// <summary>The value of a fact, an index or an argument.</summary>
    public readonly struct Value
    {
        /// <summary>What the value is.</summary>
        public readonly ValueKind Kind;
        /// <summary>The name of an object of the domain, if the value was made from a text.</summary>
        public readonly string Text;
        readonly uint symbol;
        readonly long x, y, z;

        Value(ValueKind kind, uint symbol, long x, long y, long z, string text = null)
        {
            Kind = kind;
            Text = text;
            this.symbol = symbol;
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public static readonly Value None = new Value(ValueKind.None, Library.CUNNING_NO_SYMBOL, 0, 0, 0);
        public static implicit operator Value(bool truth)
        {
            return new Value(ValueKind.Bool, Library.CUNNING_NO_SYMBOL, truth ? 1 : 0, 0, 0);
        }
        public static implicit operator Value(int integer) { return (long)integer; }
        public static implicit operator Value(long integer)
        {
            return new Value(ValueKind.Int, Library.CUNNING_NO_SYMBOL, integer, 0, 0);
        }
        /// <summary>An object that the domain file lists, by its symbol.</summary>
        public static implicit operator Value(Symbol name) { return new Value(ValueKind.Name, name.Number, 0, 0, 0); }
        public static implicit operator Value(Point point)
        {
            return new Value(ValueKind.Point, Library.CUNNING_NO_SYMBOL, point.X, point.Y, point.Z);
        }
        /// <summary>An object that the domain file lists, by its name. Prefer symbols for what happens in every tick.
        /// </summary>
        public static Value Named(string name)
        {
            return new Value(ValueKind.Name, Library.CUNNING_NO_SYMBOL, 0, 0, 0, name);
        }
        /// <summary>An object of the game, by the id that the game gave it.</summary>
        public static Value Object(ulong id)
        {
            return new Value(ValueKind.Object, Library.CUNNING_NO_SYMBOL, unchecked((long)id), 0, 0);
        }

        /// <summary>The truth value; false if it is none.</summary>
        public bool AsBool { get { return Kind == ValueKind.Bool && x != 0; } }
        /// <summary>The integer; 0 if it is none.</summary>
        public long AsInt { get { return Kind == ValueKind.Int ? x : 0; } }
        /// <summary>The symbol of an object of the domain; none if it is none.</summary>
        public Symbol AsName { get { return Kind == ValueKind.Name ? new Symbol(symbol) : Symbol.None; } }
        /// <summary>The id of an object of the game; 0 if it is none.</summary>
        public ulong AsObject { get { return Kind == ValueKind.Object ? unchecked((ulong)x) : 0; } }
        /// <summary>The agent, in questions about positions.</summary>
        public AgentId AsAgent
        {
            get { return Kind == ValueKind.Agent ? new AgentId(unchecked((ulong)x)) : AgentId.None; }
        }
        /// <summary>The point; the origin if it is none.</summary>
        public Point AsPoint { get { return Kind == ValueKind.Point ? new Point(x, y, z) : new Point(); } }

        /// <summary>The value for a call. A text is the caller's business: see NativeMemory.</summary>
        internal CunningValue Raw
        {
            get
            {
                if (Text != null) throw new ArgumentException("use a symbol instead of the name `" + Text + "` here");
                var raw = new CunningValue { tag = (uint)Kind, symbol = symbol };
                if (Kind == ValueKind.Point) raw.data.point = new CunningPoint { x = x, y = y, z = z };
                else if (Kind != ValueKind.Name) raw.data.integer = x;
                return raw;
            }
        }

        internal static Value From(CunningValue raw)
        {
            var kind = (ValueKind)raw.tag;
            if (kind == ValueKind.Point)
            {
                return new Value(kind, raw.symbol, raw.data.point.x, raw.data.point.y, raw.data.point.z);
            }
            return new Value(kind, raw.symbol, kind == ValueKind.Name ? 0 : raw.data.integer, 0, 0);
        }
    }
}
