import { useId } from 'react';
import './slider.css';

interface SliderProps {
  readonly label: string;
  /** 0 to 100. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** The browser's own slider, with its value in sight: arrows, Page Up and Down, Home and End come with it. */
export function Slider({ label, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="slider">
      <label htmlFor={id}>{label}</label>
      <span className="slider-value" aria-hidden="true">
        {value}
      </span>
      <input id={id} type="range" min={0} max={100} value={value} onChange={(event) => onChange(event.target.valueAsNumber)} />
    </div>
  );
}
