import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import './back-link.css';

export const BackLink = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <Link to={to} className="back-link">
    <ArrowLeft size={16} aria-hidden="true" />
    {children}
  </Link>
);
