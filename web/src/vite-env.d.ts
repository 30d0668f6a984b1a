/// <reference types="vite/client" />
declare module 'virtual:theme.css';

/** Whether GraphQL documents travel beside their hashes: in development, where the server may not know them yet. */
declare const SENDS_DOCUMENTS: boolean;
