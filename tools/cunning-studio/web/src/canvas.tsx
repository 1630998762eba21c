// A canvas at the resolution of the screen that repaints when the signals it shows change.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { CanvasHTMLAttributes } from "preact";
import { onTheme } from "./theme";

type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

interface Props extends Omit<CanvasHTMLAttributes<HTMLCanvasElement>, "ref"> {
  paint: Paint;
  /** Reads every signal that `paint` depends on. */
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
    let isScheduled = false;
    const draw = () => {
      isScheduled = false;
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
    const schedule = () => {
      if (!isScheduled) {
        isScheduled = true;
        requestAnimationFrame(draw);
      }
    };
    const stop = effect(() => {
      watch();
      schedule();
    });
    const sizes = new ResizeObserver(schedule);
    sizes.observe(canvas);
    const unsubscribe = onTheme(schedule);
    return () => {
      stop();
      sizes.disconnect();
      unsubscribe();
    };
  }, []);
  return <canvas ref={ref} {...rest} />;
}

/** The scale and the offset of a map of cells on a canvas, in pixels. */
export interface View {
  scale: number;
  left: number;
  top: number;
}

/** Fits a map of cells into a canvas. */
export function fit(columns: number, rows: number, width: number, height: number): View {
  const scale = Math.min(width / columns, height / rows);
  return { scale, left: (width - scale * columns) / 2, top: (height - scale * rows) / 2 };
}

/** The cell under the pointer, on a canvas that a map was fitted into. */
export function cellAt(event: PointerEvent, columns: number, rows: number): [number, number] {
  const canvas = event.currentTarget as HTMLCanvasElement;
  const { scale, left, top } = fit(columns, rows, canvas.clientWidth, canvas.clientHeight);
  return [Math.floor((event.offsetX - left) / scale), Math.floor((event.offsetY - top) / scale)];
}
