export interface HomeFigure {
  value: string;
  label: string;
}

export const usualHomeFigures: readonly HomeFigure[] = [
  { value: '500+', label: 'projects delivered' },
  { value: '98%', label: 'client satisfaction' },
  { value: '24/7', label: 'AI support' },
];
