// Errors and texts.

using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using Cunning.Native;

namespace Cunning
{
    /// <summary>A call failed. The message says what is wrong and what to do, with a suggestion for a mistyped name.
    /// </summary>
    public sealed class CunningException : Exception
    {
        /// <summary>The number of the error: one of the statuses of cunning.h.</summary>
        public readonly uint Status;
        /// <summary>The code of the error, such as <c>unknown-name</c>.</summary>
        public readonly string Code;
        /// <summary>For domains and plans, the details as JSON; else null.</summary>
        public readonly string Json;

        internal CunningException(uint status, string message, string json = null) : base(message)
        {
            Status = status;
            Code = Text.Read(Library.cunning_status_text(status));
            Json = json;
        }
    }

    /// <summary>Texts and buffers of the library as strings and arrays.</summary>
    static unsafe class Text
    {
        internal static string Read(CunningStr text)
        {
            return text.len == 0 ? "" : Encoding.UTF8.GetString(text.ptr, (int)text.len);
        }

        /// <summary>Returns the text of a buffer and frees it.</summary>
        internal static string Take(ref CunningBuffer buffer)
        {
            var text = buffer.len == 0 ? "" : Encoding.UTF8.GetString(buffer.ptr, (int)buffer.len);
            Free(ref buffer);
            return text;
        }

        /// <summary>Returns the bytes of a buffer and frees it.</summary>
        internal static byte[] TakeBytes(ref CunningBuffer buffer)
        {
            var bytes = new byte[(int)buffer.len];
            if (buffer.len > 0) Marshal.Copy((IntPtr)buffer.ptr, bytes, 0, bytes.Length);
            Free(ref buffer);
            return bytes;
        }

        internal static void Free(ref CunningBuffer buffer)
        {
            fixed (CunningBuffer* place = &buffer) Library.cunning_buffer_free(place);
        }
    }

    /// <summary>A string as UTF-8 for the length of a call, in memory that is used again.</summary>
    sealed unsafe class Utf8
    {
        byte[] bytes = new byte[256];
        int length;

        /// <summary>Encodes a text and returns the bytes to pin.</summary>
        internal byte[] Encode(string text)
        {
            text = text ?? "";
            var most = Encoding.UTF8.GetMaxByteCount(text.Length);
            if (most > bytes.Length) bytes = new byte[2 * most];
            length = Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        internal CunningStr At(byte* pinned) { return new CunningStr { ptr = pinned, len = (ulong)length }; }
    }

    /// <summary>Texts and values in memory that does not move, for calls with several of them. It allocates, so nothing
    /// that happens in every tick uses it.</summary>
    sealed unsafe class NativeMemory : IDisposable
    {
        readonly List<IntPtr> blocks = new List<IntPtr>();

        internal CunningStr Text(string text)
        {
            var bytes = Encoding.UTF8.GetBytes(text ?? "");
            var block = Block(bytes.Length);
            Marshal.Copy(bytes, 0, block, bytes.Length);
            return new CunningStr { ptr = (byte*)block, len = (ulong)bytes.Length };
        }

        internal CunningValue Value(Value value)
        {
            if (value.Text == null) return value.Raw;
            var raw = ((Value)Symbol.None).Raw;
            raw.data.name = Text(value.Text);
            return raw;
        }

        internal CunningValue* Values(Value[] values)
        {
            var first = (CunningValue*)Block(values.Length * sizeof(CunningValue));
            for (var at = 0; at < values.Length; at++) first[at] = Value(values[at]);
            return first;
        }

        internal IntPtr Block(int bytes)
        {
            var block = Marshal.AllocHGlobal(bytes + 1);
            blocks.Add(block);
            return block;
        }

        public void Dispose()
        {
            foreach (var block in blocks) Marshal.FreeHGlobal(block);
            blocks.Clear();
        }
    }
}
