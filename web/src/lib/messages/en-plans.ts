/** How the landing page says what a plan is sold with; see en-plan-pages. */
export const planMessages = {
  plans: { perMonth: '/month', forever: 'Forever', mostPopular: 'Most popular' },
  promises: {
    landing: {
      bots: { free: '1 AI friend', basic: '{{count}} AI friends', premium: 'Unlimited friends' },
      messages: {
        free: '{{count, number}} interactions/day',
        basic: '{{count, number}} interactions/day',
        premium: 'Unlimited interactions',
      },
      models: { free: 'Free model', basic: 'Premium model', premium: 'Latest models' },
      memory: { premium: 'Extended memory and context retention' },
      media: { basic: 'Media sharing', premium: 'Media sharing' },
      images: { premium: 'Media generation' },
    },
  },
};
