import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { companies } from './companies.ts';

// Properties have the names that the auth library requires. Columns follow the rest of the database.
// None of these tables is distributed: there are few accounts.

export const user = pgTable('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

const userIdColumn = () =>
  text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    /** The SHA-256 of the token in the cookie, in hex. */
    token: text('token').notNull().unique(),
    userId: userIdColumn(),
    /** When the password (and code) was last entered. A renewed or replaced session keeps it. */
    signedInAt: instant('signed_in_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('session_user').on(table.userId)],
);

export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userIdColumn(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('account_user').on(table.userId),
    // A person at a provider signs in to one account.
    unique('account_provider_id').on(table.providerId, table.accountId),
  ],
);

/**
 * Sign-ups that are not confirmed: an email address and the hash of the chosen password. An address may have several,
 * one per password. None is an account; confirming one creates the account and deletes the others.
 */
export const pendingSignUps = pgTable(
  'pending_sign_ups',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the sign-up is deleted; later than the expiry of its newest link. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('pending_sign_ups_email_password').on(table.email, table.passwordHash),
    index('pending_sign_ups_expiry').on(table.expiresAt),
  ],
);

/**
 * The new address of an account, until the link mailed there is used. An account has at most one: a later request
 * replaces an earlier one.
 */
export const addressChanges = pgTable(
  'address_changes',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn().unique(),
    newEmail: text('new_email').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the link in the mail expires. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('address_changes_expiry').on(table.expiresAt)],
);

export const verification = pgTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verification_identifier').on(table.identifier)],
);

/** The identifier of the verification row that records when a backup was restored. */
export const restoredAtIdentifier = 'restored-at';

export const twoFactor = pgTable(
  'two_factor',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: userIdColumn(),
    verified: boolean('verified').default(true),
    failedVerificationCount: integer('failed_verification_count').default(0),
    lockedUntil: instant('locked_until'),
  },
  (table) => [index('two_factor_user').on(table.userId), index('two_factor_secret').on(table.secret)],
);

/** The auth library's rate limits by IP address. */
export const rateLimit = pgTable('rate_limit', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
});

/** The members of the team. An owner is stored as `admin`. */
export const userRoles = pgTable(
  'user_roles',
  {
    user_id: userIdColumn().primaryKey(),
    role: text('role').notNull(),
    /** `all` or `chosen` for a manager; null for every other role. Chosen ones are in `team_companies`. */
    companies: text('companies'),
    /** Null for members from before it was recorded, until their next sign-in. */
    last_sign_in_at: instant('last_sign_in_at'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // A manager without a stored choice must not exist: no code may read a missing value as "all".
    check(
      'user_roles_companies',
      sql`${table.role} <> 'manager' OR (${table.companies} IS NOT NULL AND ${table.companies} IN ('all', 'chosen'))`,
    ),
  ],
);

/** The companies of managers who do not have all of them. */
export const teamCompanies = pgTable(
  'team_companies',
  {
    user_id: userIdColumn(),
    company_id: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.company_id] }),
    index('team_companies_company').on(table.company_id),
  ],
);

/** Invitations to the team. Used and withdrawn ones are kept for a while, to explain a link that no longer works. */
export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    role: text('role').notNull(),
    /** As in `user_roles`. */
    companies: text('companies'),
    /** The chosen companies. Those that were deleted are ignored when the invitation is accepted. */
    company_ids: uuid('company_ids').array().notNull().default([]),
    /** HMAC-SHA-256 of the token in the mailed link. A renewed invitation gets another one. */
    lookup: bytea('lookup').notNull(),
    /** The address of the owner, also after that account is deleted. */
    invited_by: text('invited_by').notNull(),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
    withdrawn_at: instant('withdrawn_at'),
  },
  (table) => [
    uniqueIndex('team_invitations_lookup').on(table.lookup),
    uniqueIndex('team_invitations_pending')
      .on(table.email)
      .where(sql`${table.used_at} IS NULL AND ${table.withdrawn_at} IS NULL`),
    index('team_invitations_expiry').on(table.expires_at),
    check(
      'team_invitations_companies',
      sql`${table.role} <> 'manager' OR (${table.companies} IS NOT NULL AND ${table.companies} IN ('all', 'chosen'))`,
    ),
  ],
);
