export interface Testimonial {
  name: string;
  role: string;
  content: string;
  rating: 1 | 2 | 3 | 4 | 5;
  industry: string;
  /** ISO day. */
  date: string;
  /** Whether the home page shows it, too. */
  isOnHome: boolean;
}

/** The first page of the site has room for three. */
export const homeTestimonialsMax = 3;

export const usualTestimonials: readonly Testimonial[] = [
  {
    name: 'Marguerite Oyelaran',
    role: 'Head of Operations, Castellan Freight',
    content:
      'We had a rule that nobody answers mail after six. Now something does, politely, and by eight in the morning there is one list of what needs a person. We have not missed a customs deadline since March.',
    rating: 5,
    industry: 'Enterprise',
    date: '2026-09-14',
    isOnHome: false,
  },
  {
    name: 'Tomasz Wieczorek',
    role: 'Founder, Loom & Larder',
    content:
      'The forecast said we would run out of the grey blanket in nine days. It was wrong. It was eight. We had already reordered.',
    rating: 5,
    industry: 'E-Commerce',
    date: '2026-10-02',
    isOnHome: true,
  },
  {
    name: 'Dr. Ines Albarracín',
    role: 'Practice Partner, Fernhill Family Clinic',
    content:
      'Missed appointments fell from eleven in a hundred to four. What I notice more is the front desk: two people who used to be on the phone all day now look at who is standing in front of them.',
    rating: 5,
    industry: 'Healthcare',
    date: '2026-08-21',
    isOnHome: false,
  },
  {
    name: 'Philippa Renshaw',
    role: 'Director of Admissions, Aldergate College',
    content:
      'It took a month longer than planned because our own data was a mess, and they told us so in the second week. What we have now answers in twelve languages and never makes a promise we cannot keep.',
    rating: 4,
    industry: 'Education',
    date: '2026-06-30',
    isOnHome: false,
  },
  {
    name: 'Giancarlo Bettini',
    role: 'Owner, Casa del Faro Hotels',
    content:
      'The new site loads before my thumb is off the glass. Direct bookings are up by a third, and I finally know on Tuesday what the weekend will look like.',
    rating: 5,
    industry: 'Travel & Hospitality',
    date: '2026-07-18',
    isOnHome: true,
  },
  {
    name: 'Adaeze Nwosu',
    role: 'Compliance Lead, Meridian Mutual',
    content:
      'Every decision comes with the page and the line it was made from. Our auditors asked who had kept such good notes.',
    rating: 5,
    industry: 'Finance',
    date: '2026-05-11',
    isOnHome: true,
  },
];

/** The number of reviews by rating, five stars first: together 847, on average 4.8. */
export const usualReviews: ReviewCounts = [712, 108, 19, 6, 2];

export type ReviewCounts = readonly [number, number, number, number, number];

export function summarizeReviews(byRating: ReviewCounts) {
  const count = byRating.reduce((total, reviews) => total + reviews, 0);
  const stars = byRating.reduce((total, reviews, index) => total + reviews * (5 - index), 0);
  return {
    count,
    average: count === 0 ? 0 : stars / count,
    byRating: byRating.map((reviews, index) => ({ rating: 5 - index, count: reviews })),
  };
}
