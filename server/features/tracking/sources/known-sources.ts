import type { Channel } from './channels.ts';

type Kind = Extract<
  Channel,
  'Organic Search' | 'Social' | 'Email' | 'AI Assistants' | 'Affiliate' | 'Referral'
>;

interface KnownSource {
  name: string;
  /** How its links are counted unless the address names a campaign. */
  channel: Kind;
  /** Host names. A subdomain belongs to its domain unless it is listed itself. `google.*` matches every country. */
  hosts: readonly string[];
  /** Further values of `utm_source`. The first label of each host is one as well. */
  aliases?: readonly string[];
}

/** Sites whose visitors come with a referrer or a campaign. Sorted by channel and name. */
export const knownSources: readonly KnownSource[] = [
  {
    name: 'ChatGPT',
    channel: 'AI Assistants',
    hosts: ['chatgpt.com', 'chat.openai.com'],
    aliases: ['openai'],
  },
  { name: 'Claude', channel: 'AI Assistants', hosts: ['claude.ai'], aliases: ['anthropic'] },
  {
    name: 'Copilot',
    channel: 'AI Assistants',
    hosts: ['copilot.microsoft.com', 'copilot.com', 'm365.cloud.microsoft'],
  },
  { name: 'DeepSeek', channel: 'AI Assistants', hosts: ['deepseek.com', 'chat.deepseek.com'] },
  {
    name: 'Gemini',
    channel: 'AI Assistants',
    hosts: ['gemini.google.com', 'bard.google.com'],
    aliases: ['bard'],
  },
  { name: 'Grok', channel: 'AI Assistants', hosts: ['grok.com', 'x.ai'] },
  { name: 'Meta AI', channel: 'AI Assistants', hosts: ['meta.ai'] },
  {
    name: 'Mistral',
    channel: 'AI Assistants',
    hosts: ['chat.mistral.ai', 'mistral.ai'],
    aliases: ['lechat'],
  },
  { name: 'NotebookLM', channel: 'AI Assistants', hosts: ['notebooklm.google.com'] },
  { name: 'Perplexity', channel: 'AI Assistants', hosts: ['perplexity.ai'] },
  { name: 'Phind', channel: 'AI Assistants', hosts: ['phind.com'] },
  { name: 'Poe', channel: 'AI Assistants', hosts: ['poe.com'] },
  { name: 'You.com', channel: 'AI Assistants', hosts: ['you.com'] },

  { name: 'Awin', channel: 'Affiliate', hosts: ['awin1.com', 'awin.com', 'zenaps.com'] },
  {
    name: 'CJ',
    channel: 'Affiliate',
    hosts: ['cj.com', 'anrdoezrs.net', 'dpbolvw.net', 'jdoqocy.com', 'tkqlhce.com'],
  },
  { name: 'Impact', channel: 'Affiliate', hosts: ['impact.com', 'sjv.io', 'pxf.io'] },
  { name: 'Partnerize', channel: 'Affiliate', hosts: ['partnerize.com', 'prf.hn'] },
  { name: 'Rakuten Advertising', channel: 'Affiliate', hosts: ['linksynergy.com', 'rakutenadvertising.com'] },
  { name: 'ShareASale', channel: 'Affiliate', hosts: ['shareasale.com'] },
  {
    name: 'Skimlinks',
    channel: 'Affiliate',
    hosts: ['skimlinks.com', 'skimresources.com', 'redirectingat.com'],
  },
  { name: 'Tradedoubler', channel: 'Affiliate', hosts: ['tradedoubler.com'] },
  { name: 'TradeTracker', channel: 'Affiliate', hosts: ['tradetracker.com', 'tradetracker.net'] },

  { name: 'AOL Mail', channel: 'Email', hosts: ['mail.aol.com'] },
  {
    name: 'Brevo',
    channel: 'Email',
    hosts: ['sendibm1.com', 'sendibt2.com', 'brevo.com'],
    aliases: ['sendinblue'],
  },
  { name: 'Fastmail', channel: 'Email', hosts: ['fastmail.com', 'app.fastmail.com'] },
  {
    name: 'Gmail',
    channel: 'Email',
    hosts: ['mail.google.com', 'com.google.android.gm', 'inbox.google.com'],
    aliases: ['gmail'],
  },
  { name: 'GMX', channel: 'Email', hosts: ['gmx.net', 'gmx.de', 'gmx.com', 'gmx.at', 'gmx.ch'] },
  { name: 'iCloud Mail', channel: 'Email', hosts: ['icloud.com'] },
  {
    name: 'Klaviyo',
    channel: 'Email',
    hosts: ['klaviyomail.com', 'klclick.com', 'klclick1.com', 'klaviyo.com'],
  },
  {
    name: 'Mailchimp',
    channel: 'Email',
    hosts: ['mailchi.mp', 'list-manage.com', 'mailchimp.com', 'campaign-archive.com'],
  },
  {
    name: 'Outlook',
    channel: 'Email',
    hosts: [
      'outlook.live.com',
      'outlook.office.com',
      'outlook.office365.com',
      'outlook.com',
      'com.microsoft.office.outlook',
    ],
    aliases: ['hotmail'],
  },
  {
    name: 'Proton Mail',
    channel: 'Email',
    hosts: ['mail.proton.me', 'mail.protonmail.com', 'protonmail.com'],
  },
  { name: 'T-Online', channel: 'Email', hosts: ['email.t-online.de'] },
  { name: 'Web.de', channel: 'Email', hosts: ['web.de', 'bap.navigator.web.de'] },
  { name: 'Yahoo Mail', channel: 'Email', hosts: ['mail.yahoo.com', 'mail.yahoo.co.jp'] },
  { name: 'Zoho Mail', channel: 'Email', hosts: ['mail.zoho.com', 'mail.zoho.eu'] },

  { name: 'AOL', channel: 'Organic Search', hosts: ['search.aol.com', 'aol.com'] },
  { name: 'Ask', channel: 'Organic Search', hosts: ['ask.com'] },
  { name: 'Baidu', channel: 'Organic Search', hosts: ['baidu.com', 'm.baidu.com'] },
  { name: 'Bing', channel: 'Organic Search', hosts: ['bing.com', 'cn.bing.com'] },
  { name: 'Brave', channel: 'Organic Search', hosts: ['search.brave.com'], aliases: ['brave'] },
  { name: 'Cốc Cốc', channel: 'Organic Search', hosts: ['coccoc.com'] },
  { name: 'DuckDuckGo', channel: 'Organic Search', hosts: ['duckduckgo.com'], aliases: ['ddg'] },
  { name: 'Ecosia', channel: 'Organic Search', hosts: ['ecosia.org'] },
  {
    name: 'Google',
    channel: 'Organic Search',
    hosts: ['google.*', 'googleadservices.com', 'com.google.android.googlequicksearchbox'],
    aliases: ['google', 'adwords', 'googleads', 'google-ads', 'google_ads', 'google ads'],
  },
  { name: 'Kagi', channel: 'Organic Search', hosts: ['kagi.com'] },
  { name: 'Mojeek', channel: 'Organic Search', hosts: ['mojeek.com'] },
  { name: 'MSN', channel: 'Organic Search', hosts: ['msn.com'] },
  { name: 'Naver', channel: 'Organic Search', hosts: ['naver.com'] },
  { name: 'Presearch', channel: 'Organic Search', hosts: ['presearch.com'] },
  { name: 'Qwant', channel: 'Organic Search', hosts: ['qwant.com'] },
  { name: 'Seznam', channel: 'Organic Search', hosts: ['seznam.cz'] },
  { name: 'Sogou', channel: 'Organic Search', hosts: ['sogou.com'] },
  { name: 'Startpage', channel: 'Organic Search', hosts: ['startpage.com'] },
  { name: 'Swisscows', channel: 'Organic Search', hosts: ['swisscows.com'] },
  {
    name: 'Yahoo',
    channel: 'Organic Search',
    hosts: ['search.yahoo.com', 'yahoo.com', 'search.yahoo.co.jp', 'yahoo.co.jp'],
  },
  { name: 'Yandex', channel: 'Organic Search', hosts: ['yandex.*', 'ya.ru'] },

  { name: 'Amazon', channel: 'Referral', hosts: ['amazon.*'] },
  { name: 'eBay', channel: 'Referral', hosts: ['ebay.*'] },
  { name: 'Etsy', channel: 'Referral', hosts: ['etsy.com'] },
  { name: 'GitHub', channel: 'Referral', hosts: ['github.com'] },
  { name: 'Google Play', channel: 'Referral', hosts: ['play.google.com'] },
  { name: 'Google Translate', channel: 'Referral', hosts: ['translate.google.com', 'translate.goog'] },
  { name: 'Google Docs', channel: 'Referral', hosts: ['docs.google.com'] },
  { name: 'Idealo', channel: 'Referral', hosts: ['idealo.*'] },
  { name: 'Medium', channel: 'Referral', hosts: ['medium.com'] },
  { name: 'Notion', channel: 'Referral', hosts: ['notion.so', 'notion.site'] },
  { name: 'PayPal', channel: 'Referral', hosts: ['paypal.com'] },
  { name: 'PriceRunner', channel: 'Referral', hosts: ['pricerunner.*'] },
  { name: 'Slack', channel: 'Referral', hosts: ['slack.com', 'app.slack.com', 'com.slack'] },
  { name: 'Stack Overflow', channel: 'Referral', hosts: ['stackoverflow.com'] },
  { name: 'Substack', channel: 'Referral', hosts: ['substack.com'] },
  { name: 'Teams', channel: 'Referral', hosts: ['teams.microsoft.com', 'teams.live.com'] },
  { name: 'Tripadvisor', channel: 'Referral', hosts: ['tripadvisor.*'] },
  { name: 'Trustpilot', channel: 'Referral', hosts: ['trustpilot.com'] },
  { name: 'Wikipedia', channel: 'Referral', hosts: ['wikipedia.org'] },

  { name: 'Bluesky', channel: 'Social', hosts: ['bsky.app', 'go.bsky.app'], aliases: ['bluesky'] },
  { name: 'Discord', channel: 'Social', hosts: ['discord.com', 'discordapp.com'] },
  {
    name: 'Facebook',
    channel: 'Social',
    hosts: ['facebook.com', 'l.facebook.com', 'fb.com', 'fb.me', 'com.facebook.katana'],
    aliases: ['fb', 'facebook-ads', 'facebook_ads', 'meta'],
  },
  { name: 'Hacker News', channel: 'Social', hosts: ['news.ycombinator.com'], aliases: ['hackernews', 'hn'] },
  {
    name: 'Instagram',
    channel: 'Social',
    hosts: ['instagram.com', 'l.instagram.com', 'com.instagram.android'],
    aliases: ['ig'],
  },
  { name: 'LINE', channel: 'Social', hosts: ['line.me'] },
  {
    name: 'LinkedIn',
    channel: 'Social',
    hosts: ['linkedin.com', 'lnkd.in', 'com.linkedin.android'],
    aliases: ['li', 'linkedin-ads'],
  },
  { name: 'Lobsters', channel: 'Social', hosts: ['lobste.rs'] },
  {
    name: 'Mastodon',
    channel: 'Social',
    hosts: ['mastodon.social', 'mastodon.online', 'mstdn.social', 'fosstodon.org', 'joinmastodon.org'],
  },
  { name: 'Messenger', channel: 'Social', hosts: ['messenger.com', 'm.me', 'l.messenger.com'] },
  { name: 'Pinterest', channel: 'Social', hosts: ['pinterest.*', 'pin.it', 'com.pinterest'] },
  { name: 'Quora', channel: 'Social', hosts: ['quora.com'] },
  {
    name: 'Reddit',
    channel: 'Social',
    hosts: ['reddit.com', 'out.reddit.com', 'redd.it', 'com.reddit.frontpage'],
  },
  { name: 'Snapchat', channel: 'Social', hosts: ['snapchat.com'] },
  {
    name: 'Telegram',
    channel: 'Social',
    hosts: ['t.me', 'telegram.org', 'web.telegram.org', 'org.telegram.messenger'],
  },
  {
    name: 'Threads',
    channel: 'Social',
    hosts: ['threads.net', 'threads.com', 'l.threads.com', 'l.threads.net'],
  },
  { name: 'TikTok', channel: 'Social', hosts: ['tiktok.com'] },
  { name: 'Tumblr', channel: 'Social', hosts: ['tumblr.com'] },
  { name: 'Twitch', channel: 'Social', hosts: ['twitch.tv'] },
  { name: 'VK', channel: 'Social', hosts: ['vk.com', 'away.vk.com', 'm.vk.com'] },
  { name: 'WeChat', channel: 'Social', hosts: ['wechat.com', 'weixin.qq.com'] },
  { name: 'Weibo', channel: 'Social', hosts: ['weibo.com', 'weibo.cn'] },
  { name: 'WhatsApp', channel: 'Social', hosts: ['whatsapp.com', 'wa.me', 'com.whatsapp'] },
  {
    name: 'X',
    channel: 'Social',
    hosts: ['x.com', 't.co', 'twitter.com', 'com.twitter.android'],
    aliases: ['twitter'],
  },
  { name: 'Xing', channel: 'Social', hosts: ['xing.com'] },
  {
    name: 'YouTube',
    channel: 'Social',
    hosts: ['youtube.com', 'youtu.be', 'com.google.android.youtube'],
    aliases: ['yt'],
  },
];
