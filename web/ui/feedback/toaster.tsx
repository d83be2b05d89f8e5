import { CircleAlert, CircleCheck } from 'lucide-react';
import { Toaster as Sonner } from 'sonner';

export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      offset={24}
      mobileOffset={16}
      visibleToasts={3}
      icons={{
        success: <CircleCheck className="size-5 text-live" strokeWidth={1.5} aria-hidden="true" />,
        error: <CircleAlert className="size-5 text-danger" strokeWidth={1.5} aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-control border border-strong bg-raised px-4 py-3.5 font-sans text-[0.9375rem] leading-snug text-ink shadow-[0_12px_40px_-16px_oklch(0.1_0.03_262/0.45)]',
          icon: 'mt-px shrink-0',
          title: 'font-medium break-words',
          description: 'mt-0.5 text-soft',
        },
      }}
    />
  );
}
