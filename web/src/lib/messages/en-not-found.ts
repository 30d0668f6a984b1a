/** Texts of the not-found and unauthorized pages, loaded with them. */
export const notFoundMessages = {
  message: {
    notFound: {
      title: '404 Page Not Found',
      text: 'There is nothing at this address. It may have moved, or the link may be wrong.',
    },
    unauthorized: {
      title: 'Unauthorized Access',
      text: 'You do not have permission to see this page. If you think you should, please contact support: the person who runs this Kith.',
    },
  },
};
