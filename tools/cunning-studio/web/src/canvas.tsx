// A canvas that is as sharp as the screen and is painted again when what it shows changes.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { CanvasHTMLAttributes } from "preact";
import { onScheme } from "./palette";

type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

interface Props extends Omit<CanvasHTMLAttributes<HTMLCanvasElement>, "ref"> {
  paint: Paint;
  /** Reads every signal that painting depends on. */
  watch: () => unknown;
}

export function Canvas({ paint, watch, ...rest }: Props) {
  const ref = useRef<HTMLCanvasElement>(null);
  const latest = useRef(paint);
  latest.current = paint;
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    let isDue = false;
    const draw = () => {
      isDue = false;
      const { clientWidth: width, clientHeight: height } = canvas;
      const ratio = devicePixelRatio || 1;
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      latest.current(context, width, height);
    };
    const demand = () => {
      if (!isDue) {
        isDue = true;
        requestAnimationFrame(draw);
      }
    };
    const stop = effect(() => {
      watch();
      demand();
    });
    const sizes = new ResizeObserver(demand);
    sizes.observe(canvas);
    const forget = onScheme(demand);
    return () => {
      stop();
      sizes.disconnect();
      forget();
    };
  }, []);
  return <canvas ref={ref} {...rest} />;
}
