import { type ReviewCounts, summarizeReviews } from '../../../contract/site/testimonials.ts';

/** The average rating and the number of reviews per rating. */
export function ReviewSummary({ counts }: { counts: ReviewCounts }) {
  const reviews = summarizeReviews(counts);
  const most = Math.max(1, ...reviews.byRating.map(({ count }) => count));
  return (
    <div className="grid grid-cols-[auto_1fr] items-end gap-x-12 gap-y-6">
      <p>
        <span className="block text-display leading-none font-medium tabular">
          {reviews.average.toFixed(1)}
        </span>
        <span className="mt-2 block text-[0.9375rem] whitespace-nowrap text-soft">average of 5</span>
      </p>
      <p>
        <span className="block text-display leading-none font-medium tabular">{reviews.count}</span>
        <span className="mt-2 block text-[0.9375rem] text-soft">reviews</span>
      </p>
      <table className="col-span-2 w-full text-note tabular">
        <caption className="sr-only">Reviews by rating</caption>
        <tbody>
          {reviews.byRating.map(({ rating, count }) => (
            <tr key={rating}>
              <th scope="row" className="w-14 py-1 text-left font-normal text-soft">
                {rating} {rating === 1 ? 'star' : 'stars'}
              </th>
              <td className="px-3" aria-hidden="true">
                <span
                  className={`block h-2 min-w-0.5 rounded-[2px] ${rating === 5 ? 'bg-live-dot' : 'bg-strong'}`}
                  style={{ width: `${((count / most) * 100).toFixed(1)}%` }}
                />
              </td>
              <td className="w-10 text-right">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
