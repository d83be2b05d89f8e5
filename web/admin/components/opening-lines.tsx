import { Link } from 'react-router';
import type { Opening } from '../../../contract/company/accesses.ts';
import { TimeOfDay, Timestamp } from '../../signed-in/timestamp.tsx';

interface OpeningLinesProps {
  openings: readonly Opening[];
  /** For lists of one day that name the company; otherwise each line has its date. */
  ofDay?: boolean;
}

/** Who opened a portal when. */
export function OpeningLines({ openings, ofDay = false }: OpeningLinesProps) {
  return (
    <ul>
      {openings.map((opening) => (
        <li
          key={opening.id}
          className={`grid gap-x-3 border-b border-line py-2.5 text-[0.9375rem] ${ofDay ? 'grid-cols-[4.75rem_minmax(0,1fr)] md:grid-cols-[5.5rem_minmax(0,1fr)]' : 'grid-cols-[minmax(0,1fr)_auto]'}`}
        >
          {ofDay && <TimeOfDay at={opening.at} className="text-soft tabular" />}
          <p className="wrap-anywhere">
            <span className="font-medium">{opening.access}</span>
            {opening.kind === 'share' && <span className="text-soft"> (share link)</span>}
            {ofDay && (
              <>
                {' opened '}
                <Link
                  to={`/admin/companies/${opening.companyId}#openings`}
                  className="underline decoration-strong underline-offset-4 hover:text-live hover:decoration-live"
                >
                  {opening.company}
                </Link>
              </>
            )}
          </p>
          {!ofDay && <Timestamp at={opening.at} className="whitespace-nowrap text-soft tabular" />}
        </li>
      ))}
    </ul>
  );
}
