/** Providers of human checks that have a widget for pages. */
export type WidgetKind = 'turnstile' | 'hcaptcha';

interface WidgetSources {
  readonly script: string;
  /** Where the widget's own scripts, frames, styles and requests come from, as a content security policy has it (the providers' documentation). */
  readonly origins: readonly string[];
}

export const HUMAN_CHECK_SOURCES: Readonly<Record<WidgetKind, WidgetSources>> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    origins: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'] },
};
