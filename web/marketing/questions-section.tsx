import { Plus } from 'lucide-react';
import { siteSettings } from '../site/site-settings.ts';

/** Questions with their answers, which open without a script. Nothing if the agency has written none. */
export function QuestionsSection() {
  const { questions = [] } = siteSettings();
  if (questions.length === 0) return null;
  return (
    <section
      aria-labelledby="questions"
      className="page grid gap-x-20 gap-y-8 pt-24 lg:grid-cols-[1fr_1.6fr] lg:pt-36"
    >
      <h2 id="questions" className="text-heading">
        Questions and answers
      </h2>
      <div className="border-b border-line">
        {questions.map(({ question, answerHtml }) => (
          <details key={question} className="group border-t border-line">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-6 py-3 font-medium marker:hidden hover:text-live">
              {question}
              <Plus
                className="size-5 shrink-0 text-soft transition-transform duration-200 group-open:rotate-45"
                strokeWidth={1.5}
                aria-hidden="true"
              />
            </summary>
            <div
              className="written max-w-[62ch] pb-6 text-soft"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: converted from Markdown by the server, without HTML of the author
              dangerouslySetInnerHTML={{ __html: answerHtml }}
            />
          </details>
        ))}
      </div>
    </section>
  );
}
