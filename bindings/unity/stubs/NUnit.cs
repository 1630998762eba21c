// A stand-in for the part of NUnit that the package's tests use, and a program that runs them.

using System;
using System.Collections.Generic;
using System.Reflection;

namespace NUnit.Framework
{
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class TestAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class TearDownAttribute : Attribute { }

    public sealed class AssertionException : Exception { public AssertionException(string message) : base(message) { } }

    public static class Assert
    {
        public static void AreEqual(object expected, object actual)
        {
            if (!Equals(expected, actual)) throw new AssertionException("expected: " + expected + "\nfound: " + actual);
        }
        public static void IsTrue(bool condition, string message = "") { if (!condition) throw new AssertionException(message); }
        public static void IsFalse(bool condition, string message = "") { IsTrue(!condition, message); }
        public static void IsNull(object found) { AreEqual(null, found); }
    }

    public static class CollectionAssert
    {
        public static void AreEqual(IEnumerable<string> expected, IEnumerable<string> actual)
        {
            Assert.AreEqual(string.Join("\n", expected), string.Join("\n", actual));
        }
    }

    static class Program
    {
        static int Main()
        {
            int passed = 0, failed = 0;
            foreach (var type in Assembly.GetExecutingAssembly().GetTypes())
            {
                foreach (var method in type.GetMethods())
                {
                    if (!method.IsDefined(typeof(TestAttribute), false)) continue;
                    var isPassed = Passes(type, method);
                    if (isPassed) passed++;
                    else failed++;
                }
            }
            Console.WriteLine("{0} tests passed, {1} failed", passed, failed);
            // No tests are a mistake of the build.
            return failed == 0 && passed > 0 ? 0 : 1;
        }

        static bool Passes(Type type, MethodInfo method)
        {
            var fixture = Activator.CreateInstance(type);
            try
            {
                method.Invoke(fixture, null);
                return true;
            }
            catch (TargetInvocationException error)
            {
                Console.WriteLine("FAILED {0}.{1}\n{2}", type.Name, method.Name, error.InnerException);
                return false;
            }
            finally
            {
                foreach (var end in type.GetMethods())
                {
                    if (end.IsDefined(typeof(TearDownAttribute), false)) end.Invoke(fixture, null);
                }
            }
        }
    }
}
