import type { Finding } from '../../../../contract/operation/self-check.ts';
import { undeclaredProxyAdvice } from '../../../platform/http/undeclared-proxy.ts';
import { type CheckedFinding, finding } from './finding.ts';

// Facts in, finding out, as in `findings.ts`.

const dayMs = 86_400_000;

export interface MailFacts {
  isConfigured: boolean;
  /** Why the mail server cannot be used now. */
  serverError: string | undefined;
  failed: number;
}

export function checkMail({ isConfigured, serverError, failed }: MailFacts): Finding {
  if (!isConfigured)
    return finding(
      'mail',
      'notice',
      'Mails are not sent, but written into files.',
      'Set SMTP_URL to the address of a mail server.',
    );
  if (serverError !== undefined)
    return finding(
      'mail',
      'problem',
      `The mail server cannot be used: ${serverError}.`,
      'Check SMTP_URL. Waiting mails are sent as soon as it works.',
    );
  if (failed > 0)
    return finding(
      'mail',
      'notice',
      failed === 1 ? 'One mail could not be delivered.' : `${failed} mails could not be delivered.`,
      'Open the inbox, which lists them with the reasons.',
    );
  return finding('mail', 'ok', 'The mail server accepts our connection.');
}

export interface ProxyFacts {
  isSecure: boolean;
  areDeclared: boolean;
  sawUndeclared: boolean;
  sawWithoutHttps: boolean;
}

export function checkProxy({ isSecure, areDeclared, sawUndeclared, sawWithoutHttps }: ProxyFacts): Finding {
  if (isSecure && !areDeclared)
    return finding(
      'proxy',
      'problem',
      'PUBLIC_URL is https, so there is a proxy in front of this server, but TRUST_PROXY is not set.',
      undeclaredProxyAdvice,
    );
  if (sawUndeclared)
    return finding(
      'proxy',
      'notice',
      'A request had headers of a proxy, but TRUST_PROXY is not set. Any client can send such headers.',
      `If there is a proxy: ${undeclaredProxyAdvice}`,
    );
  if (sawWithoutHttps)
    return finding(
      'proxy',
      'notice',
      'A request came through the proxy without https, although PUBLIC_URL is https.',
      'Make the proxy set X-Forwarded-Proto, and redirect http to https.',
    );
  return finding('proxy', 'ok', 'The headers of proxies are as TRUST_PROXY expects them.');
}

export interface TlsFacts {
  host: string;
  isSecure: boolean;
  /** Whether the host is only reachable from a private network or this machine. */
  isPrivate: boolean;
  now: Date;
  certificate: { validTo: Date; error: string | undefined } | 'unreachable' | undefined;
}

export function checkTls({ host, isSecure, isPrivate, now, certificate }: TlsFacts): CheckedFinding {
  if (!isSecure)
    return isPrivate
      ? finding('tls', 'ok', `${host} is not on the public internet, so it needs no certificate.`)
      : finding(
          'tls',
          'problem',
          `PUBLIC_URL is http, and ${host} looks public: passwords would travel unencrypted.`,
          'Put a proxy with TLS in front, and set PUBLIC_URL to https. deploy/ has examples.',
        );
  if (certificate === undefined || certificate === 'unreachable')
    return {
      ...finding(
        'tls',
        'ok',
        `${host} cannot be reached from this server, as is common behind a router, so its certificate was not checked.`,
      ),
      isUnchecked: true,
    };
  const days = Math.floor((certificate.validTo.getTime() - now.getTime()) / dayMs);
  const seen = `As seen from this server, the certificate of ${host}`;
  const advice = 'Renew it, or look at why the proxy does not.';
  if (days < 0) return finding('tls', 'problem', `${seen} has expired.`, advice);
  if (certificate.error !== undefined)
    return finding('tls', 'problem', `${seen} is not valid: ${certificate.error}.`, advice);
  const sentence = `${seen} is valid for ${days} more ${days === 1 ? 'day' : 'days'}.`;
  if (days < 7) return finding('tls', 'problem', sentence, advice);
  return days < 21 ? finding('tls', 'notice', sentence, advice) : finding('tls', 'ok', sentence);
}
