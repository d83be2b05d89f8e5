import { useEffect, useState } from 'react';
import { type Brand, isSupportDay, toMinute, weekdays } from '../../../contract/site/brand.ts';
import { brand } from '../../site/brand.ts';

interface OfficeTime {
  isOpen: boolean;
  text: string;
}

function readOfficeTime(now: Date, { supportHours, timeZone }: Brand): OfficeTime {
  const read = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(now);
  const shownDay = read({ weekday: 'short' });
  const day = weekdays.find((each) => each === shownDay);
  const minute = toMinute(read({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }));
  const isOpen =
    day !== undefined &&
    isSupportDay(supportHours, day) &&
    minute >= toMinute(supportHours.opens) &&
    minute < toMinute(supportHours.closes);
  return { isOpen, text: read({ hour: 'numeric', minute: '2-digit' }) };
}

/** Whether the office is open now. Computed in the browser, because the page is prerendered. */
export function OfficeHours() {
  const [office, setOffice] = useState<OfficeTime>();
  useEffect(() => {
    const update = () => setOffice(readOfficeTime(new Date(), brand()));
    update();
    const timer = setInterval(update, 20_000);
    return () => clearInterval(timer);
  }, []);

  return (
    <p className="flex min-h-[1.45em] items-center gap-2 text-note text-soft tabular">
      {office && (
        <>
          <span className="relative size-2" aria-hidden="true">
            {office.isOpen && <span className="breathing absolute inset-0 rounded-full bg-live-dot" />}
            <span
              className={`absolute inset-0 rounded-full ${office.isOpen ? 'bg-live-dot' : 'border border-strong'}`}
            />
          </span>
          <span className={office.isOpen ? 'text-live' : ''}>
            {office.isOpen ? 'Open now' : 'Closed now'}
          </span>
          <span>It is {office.text} here</span>
        </>
      )}
    </p>
  );
}
