import { memo } from 'react';
import type { Point } from '../../contract/analytics.ts';
import { formatMoment } from '../ui/format.ts';

interface ReadingsTableProps {
  title: string;
  unit: string;
  points: Point[];
  format: (value: number) => string;
}

/** The values of a chart as a table for screen readers: the canvas itself is not accessible. */
export const ReadingsTable = memo(function ReadingsTable({
  title,
  unit,
  points,
  format,
}: ReadingsTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(([time, value]) => (
            <tr key={time}>
              <th scope="row">{formatMoment(time)}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
