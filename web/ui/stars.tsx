const star = 'M8 1.6l1.9 4.2 4.6.5-3.4 3.1.9 4.5L8 11.6l-4 2.3.9-4.5L1.5 6.3l4.6-.5z';

export function Stars({ rating }: { rating: number }) {
  return (
    <svg
      viewBox="0 0 88 16"
      className="h-4 w-[5.5rem] shrink-0"
      role="img"
      aria-label={`Rated ${rating} of 5 stars`}
    >
      {[0, 1, 2, 3, 4].map((index) => (
        <path
          key={index}
          d={star}
          transform={`translate(${index * 18} 0)`}
          className={index < rating ? 'fill-live-dot' : 'fill-none stroke-strong'}
        />
      ))}
    </svg>
  );
}
