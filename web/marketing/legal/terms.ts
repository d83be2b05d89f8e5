import { brand } from '../../site/brand.ts';
import type { LegalText } from './legal-text.ts';

export const terms = (): LegalText => ({
  title: 'Terms of Service',
  lead: 'What we promise each other when we work together, in words meant to be read.',
  updated: { iso: '2026-11-16', text: '16 November 2026' },
  sections: [
    {
      id: 'parties',
      title: 'Who agrees with whom',
      body: [
        `These terms are between ${brand().legalName}, ${brand().location} (“${brand().name}”, “we”), and the business that uses this site, buys a product on it or opens a company portal (“you”). By doing one of these you accept them.`,
        'We sell to businesses. If you act as a consumer, the law of the place where you live may give you more than these terms do, and then it prevails.',
      ],
    },
    {
      id: 'products',
      title: 'What you buy',
      body: [
        'Each product is described on its page with the five things it includes. That description, the price shown at the time, and anything we have agreed with you in writing are the whole of the order.',
        'Work that goes beyond it is quoted before it starts. Figures, workspaces and quotes marked as a demonstration or as samples on this site show how our work looks; they are not a promise of results.',
      ],
    },
    {
      id: 'price',
      title: 'Price and payment',
      body: [
        'Prices are paid once, in US dollars or pounds sterling, through Stripe. There is no subscription and nothing renews by itself. Taxes that apply where you are may be added, and are shown before you pay.',
        'An order exists when the payment has succeeded. We then write to you within 24 hours to begin.',
      ],
    },
    {
      id: 'refunds',
      title: 'Changing your mind',
      body: [
        'Until we have begun, you may withdraw and receive all your money back. After that, you may end a project at any time: we keep the part of the price that stands for finished work, hand that work over, and return the rest within 14 days.',
        'If we cannot deliver what was ordered, we return what was not delivered.',
      ],
    },
    {
      id: 'together',
      title: 'What we need from you',
      body: [
        [
          'access to the systems and data the product is to work with, and the right to let us use them for it',
          'one person who may decide, and who answers within a few working days',
          'content that is yours, or that you may use',
          'word to your own customers, where the law asks for it, that an automated system is answering or that visits are counted',
        ],
        'Dates move when these are late.',
      ],
    },
    {
      id: 'ownership',
      title: 'Who owns what',
      body: [
        'What we make for you alone is yours once it is paid for: designs, texts, configurations, and models trained on your data. Your data was yours before and remains so.',
        'Tools and parts we use for everybody stay ours. You may use them for as long as you use what we built with them.',
      ],
    },
    {
      id: 'portals',
      title: 'Company portals and access keys',
      body: [
        'A portal shows the figures of one company to whoever holds its access key. Treat the key as you would a key to your office, and ask for a new one when somebody leaves; the old one stops working at once.',
        'The tracking script may be used on the domain it was made for. Sending it invented events, loading it with traffic that is no traffic, or trying to reach the figures of others ends your access.',
      ],
    },
    {
      id: 'use',
      title: 'Fair use',
      body: [
        'Do not use this site or what we build to break a law, to deceive people about whether they speak with a machine, to spread harmful software, or to test our defenses without asking us first. We welcome reports of weaknesses and do not pursue those who report in good faith.',
      ],
    },
    {
      id: 'machines',
      title: 'On systems that learn',
      body: [
        'Chatbots and forecasts are right often and wrong sometimes. We show their uncertainty, record what they did, and build a way to a person into each of them. Decisions that matter to someone’s health, rights or livelihood must not be left to them alone.',
      ],
    },
    {
      id: 'liability',
      title: 'If something goes wrong',
      body: [
        'We repair, at our cost, what does not work as described, for 90 days after it was handed over.',
        'Beyond that, and as far as the law allows, neither of us owes the other for lost profit or indirect damage, and what we owe in all is limited to what you paid us in the twelve months before. Nothing here limits what may not be limited: harm to people, fraud, gross negligence.',
      ],
    },
    {
      id: 'end',
      title: 'Ending, changes and law',
      body: [
        'You may stop using the site at any time and ask us to close your portal; we then delete its figures within 30 days. We may end an agreement for a serious breach that is not mended within 14 days of our asking.',
        'We may change these terms for the future. An order follows the terms that stood when it was placed.',
        `The law of ${brand().jurisdiction} applies, and its courts decide, unless the law where you live says otherwise. If one sentence here cannot stand, the others do.`,
      ],
    },
  ],
});
